import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BLANK_SESSION } from '../sessions/blank-session.ts'
import { BLANK_DRIVER } from '../sessions/car-fields.ts'
import type { Driver, Lap } from '../sessions/driver.ts'
import { ResultStatus, SafetyCarStatus, SessionType } from '../wire/enumerations.ts'
import { undercutsOf } from './undercut.ts'

const LAP = 12
const OLD_MS = 30_000

describe('the undercut on the car ahead', () => {
  test('gains what out laps on new tyres gained on old ones, with their spread', () => {
    const undercuts = undercutsOf(aRace(FIELD))
    // Of 60 s in two sectors 1.0, 1.2 and 1.4 s were gained: half more in a lap.
    assert.deepEqual(undercuts[1], {
      ...{ driverIdx: 0, gapMs: 1_300 },
      ...{ gainMs: 1_800, lowMs: 1_100, highMs: 2_500 },
    })
    assert.equal(undercuts[0], null, 'nobody is ahead of the leader')
  })

  test('counts that the car ahead is quicker or slower on its old tyres', () => {
    const slower = { ...aCar(0), lapTimes: laps(() => aLap(OLD_MS + 100)) }
    assert.equal(undercutsOf(aRace([slower, ...FIELD.slice(1)]))[1]?.gainMs, 2_100)
  })

  test('is unknown without three out laps, behind a safety car and where others were slow', () => {
    assert.equal(undercutsOf(aRace(FIELD.slice(0, 5)))[1], null)
    const behind = { ...aRace(FIELD), safetyCarStatus: SafetyCarStatus.Full }
    assert.equal(undercutsOf(behind)[1], null)
    const slow = FIELD.map((car) => ({
      ...car,
      lapTimes: car.lapTimes.map((lap, index) => (index === 7 ? aLap(OLD_MS * 1.3) : lap)),
    }))
    assert.equal(undercutsOf(aRace(slow))[1], null)
  })

  test('is not shown far behind, on new tyres, in the pits, or just before the finish', () => {
    const second = (known: Partial<Driver>) =>
      undercutsOf(aRace(FIELD.map((car, place) => (place === 1 ? { ...car, ...known } : car))))[1]
    assert.ok(second({}))
    assert.equal(second({ deltaToCarAhead: 9_000 }), null)
    assert.equal(second({ deltaToCarAhead: null }), null)
    assert.equal(second({ pitStatus: 1 }), null)
    assert.equal(second({ pitStops: [aStop(10)] }), null)
    assert.equal(undercutsOf({ ...aRace(FIELD), numberOfLaps: LAP + 1 })[1], null)
  })
})

/** Three cars stay out, three have stopped on lap 7. */
const FIELD: readonly Driver[] = [
  ...[0, 1, 2].map(aCar),
  ...[1_000, 1_200, 1_400].map((gainMs, index) => ({
    ...aCar(index + 3),
    pitStops: [aStop(7)],
    lapTimes: laps((lap) =>
      lap === 8
        ? { ...aLap(OLD_MS), lapTime: 110_000, sector3Time: OLD_MS - gainMs }
        : aLap(OLD_MS),
    ),
  })),
]

function aCar(place: number): Driver {
  return {
    ...BLANK_DRIVER,
    driverIdx: place,
    position: place + 1,
    resultStatus: ResultStatus.Active,
    deltaToCarAhead: place === 0 ? 0 : 1_300,
    currentLapNumber: LAP,
    numberOfLaps: LAP - 1,
    lapTimes: laps(() => aLap(OLD_MS)),
  }
}

function aStop(lapNum: number) {
  return { lapNum, pitLaneTimeMs: null, stopTimeMs: null }
}

function laps(lapOf: (lapNum: number) => Lap): Lap[] {
  return Array.from({ length: LAP - 1 }, (_, index) => lapOf(index + 1))
}

function aLap(sectorMs: number): Lap {
  return {
    lapTime: 3 * sectorMs,
    ...{ sector1Time: sectorMs, sector2Time: sectorMs, sector3Time: sectorMs },
    invalidLap: false,
  }
}

function aRace(drivers: readonly Driver[]) {
  return {
    ...BLANK_SESSION,
    sessionType: SessionType.Race,
    safetyCarStatus: SafetyCarStatus.None,
    numberOfLaps: 30,
    drivers: [...drivers],
  }
}
