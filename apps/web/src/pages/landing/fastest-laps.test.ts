import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { fastestLaps } from './fastest-laps.ts'

const id = '01900000-0000-7000-8000-000000000000'
const SECTORS = { sector1Time: null, sector2Time: null, sector3Time: null }

function driver(driverIdx: number, ...times: (number | null)[]): Driver {
  const lapTimes = times.map((lapTime) => ({
    ...SECTORS,
    lapTime: lapTime === null ? null : Math.abs(lapTime),
    // A negative time is that of an invalid lap.
    invalidLap: (lapTime ?? 0) < 0,
  }))
  return { ...BLANK_DRIVER, driverIdx, lapTimes }
}

test('the comparison begins with the best valid laps of the two fastest drivers', () => {
  const drivers = [
    driver(4, 91_000, 90_500, -80_000),
    driver(7, null, 92_000),
    driver(2, 90_400, 90_400, 93_000),
  ]
  assert.equal(fastestLaps({ id, drivers }), `${id}.2.1,${id}.4.2`)
})

test('one driver with a lap is nothing to compare', () => {
  assert.equal(fastestLaps({ id, drivers: [driver(0, 90_000, 91_000), driver(1, null)] }), null)
})
