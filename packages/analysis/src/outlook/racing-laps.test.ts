import assert from 'node:assert/strict'
import { test } from 'node:test'
import { racingLaps } from './racing-laps.ts'

const LAP_TIMES = [99_000, 100_000, 107_000, 107_100, null, 90_000, 91_000, 100_500, 95_000]

const car = {
  lapTimes: LAP_TIMES.map((lapTime, index) => ({
    lapTime,
    sector1Time: 30_000 + index,
    sector2Time: null,
    sector3Time: null,
    invalidLap: false,
  })),
  numberOfLaps: 8,
  pitStops: [{ lapNum: 6, pitLaneTimeMs: null, stopTimeMs: null }],
}

test('racing laps are completed and timed, not the first, not to or from the pits, not 7 % slower', () => {
  assert.deepEqual(racingLaps(car), [
    { lapNum: 2, lapTime: 100_000, sector1Time: 30_001 },
    { lapNum: 3, lapTime: 107_000, sector1Time: 30_002 },
    { lapNum: 8, lapTime: 100_500, sector1Time: 30_007 },
  ])
  assert.deepEqual(racingLaps({ ...car, numberOfLaps: null }), [])
})
