import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BLANK_SESSION } from '../sessions/blank-session.ts'
import { BLANK_DRIVER } from '../sessions/car-fields.ts'
import type { Driver } from '../sessions/driver.ts'
import { ResultStatus, SessionType, TyreCompound } from '../wire/enumerations.ts'
import { stintOutlooksOf } from './stint-outlook.ts'

const { Medium, Hard } = TyreCompound

describe('the outlook of a stint', () => {
  test('extends the car’s own wear per lap to 70 % and to the end of the stint', () => {
    // 36 % in 6 laps: 6 % a lap.
    const [car] = stintOutlooksOf(aRace([aCar({ age: 6, wear: 39 })]))
    assert.deepEqual(car, {
      wearPercent: 39,
      limitLap: 12,
      end: { lap: 12, reason: 'wear', wearPercent: 72 },
    })
  })

  test('ends like the completed stints of others on the compound, if at least three are known', () => {
    const car = aCar({ age: 6, wear: 13 })
    const others = [9, 10, 12].map((lap) => aCar({ age: 2, wear: 9, stop: lap, lap: 14 }))
    const [first] = stintOutlooksOf(aRace([car, ...others]))
    assert.deepEqual(first?.end, { lap: 10, reason: 'others', wearPercent: 20 })
    const [few] = stintOutlooksOf(aRace([car, ...others.slice(1)]))
    assert.equal(few?.end, null, 'nothing shows when the car stops')
  })

  test('ends at the finish for a car that has stopped and whose tyres last', () => {
    const [car] = stintOutlooksOf(aRace([aCar({ age: 4, wear: 9, stop: 8, lap: 13 })]))
    assert.deepEqual(car, {
      wearPercent: 9,
      limitLap: null,
      end: { lap: 20, reason: 'finish', wearPercent: 24 },
    })
  })

  test('is unknown for new tyres, restricted telemetry, cars that are out and other sessions', () => {
    const cars = [
      aCar({ age: 1, wear: 8 }),
      { ...aCar({ age: 6, wear: 40 }), tyreWear: null },
      { ...aCar({ age: 6, wear: 40 }), resultStatus: ResultStatus.Retired },
    ]
    assert.deepEqual(stintOutlooksOf(aRace(cars)), [null, null, null])
    const practice = { ...aRace([aCar({ age: 6, wear: 40 })]), sessionType: SessionType.P1 }
    assert.deepEqual(stintOutlooksOf(practice), [null])
  })
})

interface Car {
  readonly age: number
  readonly wear: number
  /** The lap of its only stop. */
  readonly stop?: number
  readonly lap?: number
}

/** In the middle of its lap; it began on medium tyres. */
function aCar({ age, wear, stop, lap = age + 1 }: Car): Driver {
  const worn = { frontLeft: 1, frontRight: wear, rearLeft: 2, rearRight: 3 }
  const stint = { tyreCompound: Medium, actualTyreCompound: null, endLap: stop ?? null }
  return {
    ...BLANK_DRIVER,
    resultStatus: ResultStatus.Active,
    currentLapNumber: lap,
    numberOfLaps: lap - 1,
    sector: 1,
    tyreWear: worn,
    currentTyreAgeLaps: age,
    currentTyreCompound: stop === undefined ? Medium : Hard,
    tyres: stop === undefined ? [stint] : [stint, { ...stint, tyreCompound: Hard, endLap: null }],
    pitStops: stop === undefined ? [] : [{ lapNum: stop, pitLaneTimeMs: null, stopTimeMs: null }],
  }
}

function aRace(drivers: readonly Driver[]) {
  return {
    ...BLANK_SESSION,
    sessionType: SessionType.Race,
    numberOfLaps: 20,
    drivers: drivers.map((driver, driverIdx) => ({ ...driver, driverIdx })),
  }
}
