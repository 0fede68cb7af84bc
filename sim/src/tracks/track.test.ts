import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRound } from './outline.ts'
import { trackIds, trackOf } from './track.ts'

for (const id of trackIds) {
  const track = trackOf(id)

  test(`track ${id} is a closed line with a node a metre`, () => {
    for (let metre = 0; metre < track.lengthM; metre++) {
      const dx = readRound(track.x, metre + 1) - readRound(track.x, metre)
      const dz = readRound(track.z, metre + 1) - readRound(track.z, metre)
      assert.ok(Math.abs(Math.hypot(dx, dz) - 1) < 0.02, `at ${metre} m`)
    }
  })

  test(`track ${id} can be driven: no corner under 20 m, a lap in the time of a racing car`, () => {
    assert.ok(track.curvature.every((curvature) => Math.abs(curvature) < 1 / 20))
    const seconds = track.speed.reduce((sum, speed) => sum + 1 / speed, 0)
    const least = track.lengthM < 2000 ? 15 : 55
    assert.ok(seconds > least && seconds < 115, `${seconds} s`)
  })

  test(`track ${id} has its sectors and pit lane in order`, () => {
    const { sector2Start, sector3Start, pitEntry, lengthM, pitExit } = track
    const along = [0, pitExit, sector2Start, sector3Start, pitEntry, lengthM]
    assert.deepEqual(
      along,
      along.toSorted((a, b) => a - b),
    )
  })
}
