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

test('a long track is turned along the box, so that it is drawn as large as it goes', () => {
  const upright: TrackPoint[] = [
    [0, 0],
    [100, 0],
    [100, 1000],
    [0, 1000],
  ]
  const fit = fitTrack(upright, BOX)
  const [startLeft = 0] = fit?.project(50, 0) ?? []
  const [endLeft = 0] = fit?.project(50, 1000) ?? []
  assert.ok(Math.abs(endLeft - startLeft) > 300)
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
  // Half a metre, at 0.4 pixels a metre.
  assert.ok(Math.max(...tops) - Math.min(...tops) <= 0.2)
})
