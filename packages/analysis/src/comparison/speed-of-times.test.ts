import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gridCount, gridDistance } from './aligned-lap.ts'
import { speedOfTimes } from './speed-of-times.ts'

const GRID = { stepM: 5, lengthM: 1_002 }
const distances = Array.from({ length: gridCount(GRID) }, (_, index) => gridDistance(GRID, index))

/** Returns the speed of a car that brakes from 85 m/s with 30 m/s² to 30 m/s. */
function speedAt(metres: number): number {
  return Math.sqrt(Math.max(85 ** 2 - 2 * 30 * metres, 30 ** 2))
}

test('the speed of times is constant where the car’s is, also over the shorter last step', () => {
  // These times are those of 60 m/s.
  const speeds = speedOfTimes(
    distances.map((metres) => (metres / 60) * 1_000),
    GRID,
  )
  assert.equal(speeds.length, distances.length)
  for (const speed of speeds) assert.ok(Math.abs((speed ?? 0) - 216) < 1e-6)
})

test('the speed of times that are rounded to a millisecond follows a car that brakes within 1.5 percent', () => {
  let atMs = 0
  const times = distances.map((metres, index) => {
    const beforeM = distances[index - 1] ?? 0
    atMs += ((metres - beforeM) / speedAt((metres + beforeM) / 2)) * 1_000
    return Math.round(atMs)
  })
  const speeds = speedOfTimes(times, GRID)
  for (const [index, metres] of distances.entries()) {
    // A point at an end, or where the braking ends, differs from the points around it.
    if (metres < 15 || metres > 985 || Math.abs(metres - 105) < 25) continue
    const trueKmh = speedAt(metres) * 3.6
    assert.ok(Math.abs((speeds[index] ?? 0) / trueKmh - 1) < 0.015, `${metres} m`)
  }
})

test('the speed is unknown beside a gap of the times and where no time passes', () => {
  const times = distances.map((metres) => (metres === 500 ? null : metres * 10))
  const unknown = distances.filter((_, index) => speedOfTimes(times, GRID)[index] === null)
  assert.deepEqual(unknown, [490, 510])
  assert.ok(
    speedOfTimes(
      distances.map(() => 7),
      GRID,
    ).every((speed) => speed === null),
  )
})
