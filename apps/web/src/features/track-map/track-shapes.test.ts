import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitTrack, type Outline } from '@pitboard/analysis/track/track-geometry'
import { drawPitLane, markAt } from './track-shapes.ts'

const POINTS = 200
const BOX = { width: 400, height: 400, padding: 20 }

/** Returns a round track, or a lane inside it from that many points before the line to that many behind. */
function circle(radius: number, isKnown: (fromLine: number) => boolean = () => true): Outline {
  return Array.from({ length: POINTS }, (_, place) => {
    const angle = (place / POINTS) * 2 * Math.PI
    const isPart = isKnown(place > POINTS / 2 ? place - POINTS : place)
    return isPart ? [radius * Math.cos(angle), radius * Math.sin(angle)] : null
  })
}

const fit = fitTrack(circle(800), BOX)
assert.ok(fit)
const { points } = fit
const lane = circle(780, (fromLine) => fromLine >= -6 && fromLine <= 8)

test('the pit lane leaves the track before its first point and joins it after its last, across the line', () => {
  const drawn = drawPitLane(fit, lane, 0)
  assert.equal(drawn.points.length, 6 + 1 + 8 + 2)
  assert.deepEqual(drawn.points[0], points[POINTS - 7])
  assert.deepEqual(drawn.points.at(-1), points[9])
  assert.ok(drawn.shifts.every((pixels) => pixels === 0))
})

test('on a small map the lane lies beside the road, on its own side, and cars are moved with it', () => {
  const { points: drawn, shifts } = drawPitLane(fit, lane, 9)
  const [track, middle] = [points[0], drawn[7]]
  assert.ok(track && middle)
  const away = Math.hypot(middle[0] - track[0], middle[1] - track[1])
  assert.ok(Math.abs(away - 9) < 0.2, `${away} pixels`)
  const [centre] = [fit.project(0, 0)]
  const fromCentre = (point: readonly [number, number]) =>
    Math.hypot(point[0] - centre[0], point[1] - centre[1])
  assert.ok(fromCentre(middle) < fromCentre(track))
  const [left, top] = fit.project(780, 0)
  assert.ok(
    Math.hypot(left + (shifts[0] ?? 0) - middle[0], top + (shifts[1] ?? 0) - middle[1]) < 0.01,
  )
  assert.deepEqual([shifts[200], shifts[201]], [0, 0])
})

test('a lane with a gap around a box is one lane, and what lies further away is not part of it', () => {
  const gapped = lane.map((point, place) => (place >= 2 && place <= 4 ? null : point))
  assert.equal(drawPitLane(fit, gapped, 9).points.length, 17 - 3)
  const two = lane.map((point, place) => (place === 100 ? ([-780, 0] as const) : point))
  assert.equal(drawPitLane(fit, two, 9).points.length, 17)
  assert.deepEqual(drawPitLane(fit, [], 9).points, [])
})

test('a mark has the direction of travel, and points out of the circuit', () => {
  const mark = markAt(points, 0.25)
  const [next, at] = [points[51], points[50]]
  assert.ok(mark && next && at)
  const along = (next[0] - at[0]) * mark.along[0] + (next[1] - at[1]) * mark.along[1]
  assert.ok(along > 0)
  const centre = fit.project(0, 0)
  assert.ok((at[0] - centre[0]) * mark.out[0] + (at[1] - centre[1]) * mark.out[1] > 0)
})
