import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BLANK_SESSION } from '@pitboard/contract/sessions/blank-session'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus, SessionType, TyreCompound } from '@pitboard/contract/wire/enumerations'
import { stintOutlooksOf } from './stint-outlook.ts'

const { Medium, Hard } = TyreCompound

describe('the outlook of a stint', () => {
  test('extends the car’s own wear per lap to 70 % and to the end of the stint', () => {
    // The wear of 36 % in 6 laps makes 6 % a lap.
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

describe('the limits of the outlook of a stint', () => {
  test('are two laps on the set and 3 % of wear', () => {
    assert.ok(outlookOf({ ...aCar({ age: 2, wear: 9 }), sector: 0 }))
    assert.equal(outlookOf({ ...aCar({ age: 1, wear: 9 }), sector: 2 }), null)
    assert.ok(outlookOf({ ...aCar({ age: 1, wear: 9 }), sector: 2.5 }), 'two laps exactly')
    assert.ok(outlookOf(aCar({ age: 6, wear: 3 })))
    assert.equal(outlookOf({ ...aCar({ age: 6, wear: 9 }), tyreWear: LITTLE_WORN }), null)
    assert.equal(outlookOf({ ...aCar({ age: 6, wear: 9 }), currentTyreAgeLaps: null }), null)
  })

  test('are the laps of the race', () => {
    assert.ok(outlookOf(aCar({ age: 6, wear: 9, lap: 20 })))
    assert.equal(outlookOf(aCar({ age: 6, wear: 9, lap: 21 })), null)
    const unknown = { ...aRace([aCar({ age: 6, wear: 9 })]), numberOfLaps: null }
    assert.deepEqual(stintOutlooksOf(unknown), [null])
  })

  test('count the lap by the middle of its sector', () => {
    const limits = [0, 1, 2].map(
      (sector) => outlookOf({ ...aCar({ age: 3, wear: 35 }), sector })?.limitLap,
    )
    // It has driven 3.17, 3.5 and 3.83 laps, and can drive as many again.
    assert.deepEqual(limits, [7, 7, 8])
  })

  test('are at once for a set that is worn out', () => {
    assert.equal(outlookOf(aCar({ age: 6, wear: 80 }))?.limitLap, 7)
    assert.equal(outlookOf(aCar({ age: 6, wear: 70 }))?.limitLap, 7)
  })

  test('the finish is the last lap that a set can last to', () => {
    // It reaches 70 % in the middle of the lap after.
    assert.equal(limitOfRace(13), 13)
    assert.equal(limitOfRace(12), null)
  })
})

describe('the end of a stint like those of others', () => {
  test('is their median, from this lap on and before the finish', () => {
    const car = aCar({ age: 9, wear: 13 })
    assert.equal(endOf(car, 10, 10, 12)?.lap, 10)
    assert.equal(endOf(car, 9, 9, 12), null)
    assert.equal(endOf(car, 12, 19, 19)?.lap, 19)
    assert.equal(endOf(car, 12, 20, 20), null)
    assert.equal(endOf(car, 10, 11)?.lap, undefined)
  })

  test('is before the wear says so, on the same compound', () => {
    const worn = aCar({ age: 6, wear: 39 })
    assert.deepEqual(endOf(worn, 9, 9, 9), { lap: 9, reason: 'others', wearPercent: 54 })
    const onHard = { ...worn, currentTyreCompound: Hard }
    assert.equal(endOf(onHard, 9, 9, 9)?.reason, 'wear')
    const unknown = { ...worn, currentTyreCompound: null }
    assert.equal(endOf(unknown, 9, 9, 9)?.reason, 'wear')
  })

  test('is reckoned from the last stop of a car whose tyres do not last', () => {
    const stopped = { ...aCar({ age: 3, wear: 35, stop: 5, lap: 9 }), currentTyreCompound: Medium }
    assert.deepEqual(endOf(stopped, 6, 6, 6), { lap: 11, reason: 'others', wearPercent: 60 })
  })

  test('has at most 100 % of wear', () => {
    assert.equal(endOf(aCar({ age: 6, wear: 60 }), 18, 18, 18)?.wearPercent, 100)
  })
})

function limitOfRace(numberOfLaps: number) {
  return stintOutlooksOf({ ...aRace([aCar({ age: 6, wear: 35 })]), numberOfLaps })[0]?.limitLap
}

/** Predicts the end of the car's stint in a race whose other cars ended stints on medium tyres after these laps. */
function endOf(car: Driver, ...laps: number[]) {
  const others = laps.map((lap) => aCar({ age: 2, wear: 9, stop: lap, lap: 21 }))
  return stintOutlooksOf(aRace([car, ...others]))[0]?.end
}

function outlookOf(car: Driver) {
  return stintOutlooksOf(aRace([car]))[0]
}

const LITTLE_WORN = { frontLeft: 2, frontRight: 2.9, rearLeft: 2, rearRight: 1 }

interface Car {
  readonly age: number
  readonly wear: number
  /** The car stops on this lap alone. */
  readonly stop?: number
  readonly lap?: number
}

/** Builds a car in the middle of its lap that began on medium tyres. */
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
