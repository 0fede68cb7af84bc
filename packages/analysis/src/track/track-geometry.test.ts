import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fitTrack, knownShare, type TrackPoint } from './track-geometry.ts'

const BOX = { width: 400, height: 200, padding: 20 }
const metres = fc.integer({ min: -4000, max: 4000 })

test('every point of a track lands inside its box', () => {
  const tracks = fc.array(fc.option(fc.tuple(metres, metres)), { minLength: 2, maxLength: 60 })
  fc.assert(
    fc.property(tracks, (outline) => {
      const fit = fitTrack(outline, BOX)
      for (const point of outline) {
        if (!fit || !point) continue
        const [left, top] = fit.project(...point)
        assert.ok(left > 19.9 && left < 380.1, `left ${left}`)
        assert.ok(top > 19.9 && top < 180.1, `top ${top}`)
      }
    }),
  )
})

test('a known track is a closed line, one with gaps is drawn in parts', () => {
  const square: TrackPoint[] = [
    [0, 0],
    [100, 0],
    [100, 100],
    [0, 100],
  ]
  assert.match(fitTrack(square, BOX)?.path ?? '', /^M[^M]*Z$/)
  const parts = fitTrack([[0, 0], [50, 0], null, [100, 100], [0, 100]], BOX)?.path ?? ''
  assert.equal(parts.split('M').length - 1, 2)
  assert.ok(!parts.includes('Z'))
})

test('a long track is turned, alike in every box', () => {
  const upright: TrackPoint[] = [
    [0, 0],
    [100, 0],
    [100, 1000],
    [0, 1000],
  ]
  const angleIn = (box: typeof BOX) => {
    const { project } = fitTrack(upright, box) ?? {}
    const [fromLeft = 0, fromTop = 0] = project?.(50, 0) ?? []
    const [toLeft = 0, toTop = 0] = project?.(50, 1000) ?? []
    return Math.round((Math.atan2(toTop - fromTop, toLeft - fromLeft) * 180) / Math.PI)
  }
  const angle = angleIn(BOX)
  assert.ok(Math.abs(Math.abs(angle) - 90) >= 20, String(angle))
  assert.equal(angleIn({ ...BOX, width: 100, height: 900 }), angle)
  assert.equal(angleIn({ ...BOX, width: 1400, height: 200 }), angle)
})

test('nothing is drawn before two points are known', () => {
  assert.equal(fitTrack([null, [1, 1], null], BOX), null)
  assert.equal(knownShare([null, [1, 1]]), 0.5)
  assert.equal(knownShare([]), 0)
})

test('where cars stood left and right on the grid the line stays straight', () => {
  const grid = Array.from({ length: 40 }, (_, i): TrackPoint => [i * 25, i % 2 === 0 ? -4 : 4])
  const around = Array.from({ length: 40 }, (_, i): TrackPoint => [1000 - i * 25, 500])
  const { path = '' } = fitTrack([...grid, ...around], { ...BOX, padding: 0 }) ?? {}
  const tops = [...path.matchAll(/[ML]\S+ ([\d.]+)/g)].slice(2, 38).map(([, top]) => Number(top))
  assert.equal(tops.length, 36)
  // The limit is half a metre, at 0.4 pixels a metre.
  assert.ok(Math.max(...tops) - Math.min(...tops) <= 0.2)
})

test('a track is centred in its box at the largest scale', () => {
  const outline: TrackPoint[] = [
    [10, 20],
    [110, 20],
    [110, 70],
    [10, 70],
  ]
  const fit = fitTrack(outline, BOX)
  // A track of 100 by 50 m in 360 by 160 pixels has 3.2 pixels a metre.
  assert.deepEqual(fit?.project(10, 20).map(Math.round), [40, 20])
  assert.deepEqual(fit?.project(110, 70).map(Math.round), [360, 180])
  assert.deepEqual(fit?.project(60, 45).map(Math.round), [200, 100])
})

test('a track with gaps is not turned, however it lies', () => {
  const outline = [[0, 0], [100, 1000], null] as const
  const fit = fitTrack(outline, BOX)
  assert.deepEqual(fit?.project(0, 0).map(Math.round), [192, 20])
  assert.deepEqual(fit?.project(100, 1000).map(Math.round), [208, 180])
})

test('the line is where the outline begins, in the direction of its second point', () => {
  const row = Array.from({ length: 9 }, (_, index): TrackPoint => [index * 100, 0])
  const line = fitTrack([...row, null], BOX)?.line
  assert.deepEqual([Math.round(line?.left ?? 0), Math.round(line?.top ?? 0)], [20, 100])
  assert.equal(line?.angle, 0)
  const down = Array.from({ length: 9 }, (_, index): TrackPoint => [0, index * 100])
  assert.equal(fitTrack([...down, null], BOX)?.line?.angle, 90)
  assert.equal(fitTrack([null, ...row], BOX)?.line, null)
  assert.equal(fitTrack([row[0] ?? null, null, ...row.slice(2)], BOX)?.line, null)
})
