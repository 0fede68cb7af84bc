import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Lap } from '@pitboard/contract/sessions/driver'
import { TyreCompound } from '@pitboard/contract/wire/enumerations'
import { aDriver } from '../../testing/a-session.ts'
import {
  bestLapCompound,
  longRunPaceMs,
  runningDeltaMs,
  sectorDeltaMs,
  stintPaceMs,
  theoreticalBestMs,
} from './lap-analysis.ts'

const { Soft, Hard } = TyreCompound

test('the tyre of the best lap is that of its stint, and an invalid lap is not the best', () => {
  const tyres = [aStint(Soft, 2), aStint(Hard, null)]
  const lapTimes = [aLap(90_000), aLap(88_000, true), aLap(88_000)]
  assert.equal(bestLapCompound(aDriver({ bestLapTimeMs: 88_000, lapTimes, tyres })), Hard)
  assert.equal(bestLapCompound(aDriver({ bestLapTimeMs: 90_000, lapTimes, tyres })), Soft)
  assert.equal(bestLapCompound(aDriver({ bestLapTimeMs: 80_000, lapTimes, tyres })), null)
})

test('the ideal lap needs all three sectors', () => {
  const sectors = { bestSector1TimeMs: 30_000, bestSector2TimeMs: 31_000 }
  assert.equal(theoreticalBestMs(aDriver(sectors)), null)
  assert.equal(theoreticalBestMs(aDriver({ ...sectors, bestSector3TimeMs: 29_000 })), 90_000)
})

describe('long runs', () => {
  const quick = Array.from({ length: 4 }, (_, index) => aLap(90_000 + index * 1000))

  test('the pace is that of the latest stint with four laps at racing pace', () => {
    const lapTimes = [...quick, aLap(130_000), aLap(91_000), aLap(92_000)]
    const tyres = [aStint(Soft, 4), aStint(Hard, null)]
    const driver = aDriver({ bestLapTimeMs: 90_000, lapTimes, tyres })
    assert.equal(longRunPaceMs(driver), 91_500)
    assert.equal(stintPaceMs(driver, 1), 91_500, 'without the out lap')
  })

  test('three laps are not a long run', () => {
    const lapTimes = quick.slice(0, 3)
    const driver = aDriver({ bestLapTimeMs: 90_000, lapTimes, tyres: [aStint(Soft, null)] })
    assert.equal(longRunPaceMs(driver), null)
  })
})

test('sectors compare with the same ones of a lap: those of the last lap until this one has any', () => {
  const reference = aSectorLap(30_000, 31_000, 29_000)
  const last = { lastSector1TimeMs: 30_100, lastSector2TimeMs: 30_900, lastSector3TimeMs: 29_000 }
  const deltasOf = (driver: ReturnType<typeof aDriver>) =>
    ([0, 1, 2] as const).map((sector) => sectorDeltaMs(driver, reference, sector))
  assert.deepEqual(deltasOf(aDriver(last)), [100, -100, 0])
  const running = { currentSector1TimeMs: 29_500, currentSector2TimeMs: 31_200 }
  assert.deepEqual(deltasOf(aDriver({ ...last, ...running, currentSector3TimeMs: 9_000 })), [
    -500,
    200,
    null,
  ])
})

test('the running lap is compared at its last sector line', () => {
  const best = { ...aLap(90_000), sector1Time: 30_000, sector2Time: 31_000, sector3Time: 29_000 }
  const first = aDriver({ currentSector1TimeMs: 29_900 })
  assert.equal(runningDeltaMs(aDriver({}), best), null)
  assert.equal(runningDeltaMs(first, best), -100)
  assert.equal(runningDeltaMs({ ...first, currentSector2TimeMs: 31_300 }, best), 200)
  assert.equal(runningDeltaMs(first, null), null)
})

function aLap(lapTime: number, invalidLap = false) {
  return { lapTime, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap }
}

function aStint(tyreCompound: number, endLap: number | null) {
  return { tyreCompound, actualTyreCompound: null, endLap }
}

function aSectorLap(sector1Time: number, sector2Time: number, sector3Time: number): Lap {
  const lapTime = sector1Time + sector2Time + sector3Time
  return { lapTime, sector1Time, sector2Time, sector3Time, invalidLap: false }
}
