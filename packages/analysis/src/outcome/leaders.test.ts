import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { countLeadChanges, lastLossWithinLap, leadersOf } from './leaders.ts'

const FIRST = aCar(1, [100, 100, 100])
const SECOND = aCar(2, [101, 98, 100])

describe('who led at the end of each lap', () => {
  test('is the car with the least time so far', () => {
    assert.deepEqual(namesOf([FIRST, SECOND], 3), [1, 2, 2])
    assert.deepEqual(namesOf([SECOND, FIRST], 3), [1, 2, 2])
  })

  test('is unknown where a time is missing or two are equal', () => {
    assert.deepEqual(namesOf([FIRST, aCar(3, [null, 100, 100])], 3), [null, null, null])
    assert.deepEqual(namesOf([FIRST, aCar(3, [101, 99, 99])], 3), [1, null, 3])
    assert.deepEqual(namesOf([FIRST], 4), [1, 1, 1, null])
  })

  test('does not count cars that did not complete the lap', () => {
    const out = { ...aCar(3, [90, null, null]), numberOfLaps: 1 }
    assert.deepEqual(namesOf([FIRST, out], 3), [3, 1, 1])
    assert.deepEqual(namesOf([FIRST, { ...out, numberOfLaps: null }], 3), [1, 1, 1])
  })
})

test('lead changes are counted from lap to lap, if every leader is known', () => {
  assert.equal(countLeadChanges([FIRST, SECOND, SECOND, FIRST]), 2)
  assert.equal(countLeadChanges([FIRST]), 0)
  assert.equal(countLeadChanges([]), null)
  assert.equal(countLeadChanges([FIRST, null]), null)
})

describe('the last time that a leader was passed and regained the lead within the lap', () => {
  test('is after the lap on which it took the lead', () => {
    const overtakes = [anOvertake(2, 1, 2, 150), anOvertake(2, 1, 3, 250)]
    assert.equal(lossOf(overtakes, 1), 250)
    assert.equal(lossOf(overtakes, 2), 250)
    assert.equal(lossOf(overtakes, 3), null)
    assert.equal(lossOf(overtakes.slice(0, 1), 1), 150)
  })

  test('is of this car, by one on the same lap', () => {
    assert.equal(lossOf([anOvertake(1, 2, 2, 150)], 0), null)
    assert.equal(lossOf([anOvertake(2, 1, 1, 150)], 0), null, 'a lapped car is on lap 1')
    assert.equal(lossOf([anOvertake(2, 1, 1, 100)], 0), 100, 'the lap ends at this moment')
  })

  test('is reckoned from the lights', () => {
    const lights = {
      seq: 1,
      kind: 'lightsOut' as const,
      timeMs: 50,
      lapNum: null,
      driverIdx: null,
      otherDriverIdx: null,
      value: null,
      seconds: null,
    }
    const overtakes = [anOvertake(2, 1, 1, 150)]
    assert.equal(lastLossWithinLap({ overtakes, events: [lights] }, FIRST, 0), overtakes[0])
    const unknown = aCar(1, [100, null, 100])
    assert.equal(lastLossWithinLap({ overtakes, events: [] }, unknown, 0), null)
    const later = [anOvertake(2, 1, 2, 900)]
    assert.equal(lastLossWithinLap({ overtakes: later, events: [] }, unknown, 0), later[0])
  })
})

function namesOf(drivers: readonly Driver[], laps: number) {
  return leadersOf(drivers, laps).map((leader) => leader?.driverIdx ?? null)
}

function lossOf(overtakes: ReturnType<typeof anOvertake>[], afterLap: number) {
  return lastLossWithinLap({ overtakes, events: [] }, FIRST, afterLap)?.overtakingTime ?? null
}

function anOvertake(by: number, of: number, lapNum: number, overtakingTime: number) {
  return {
    overtakingDriverIdx: by,
    overtakenDriverIdx: of,
    lapNum,
    overtakingTime,
    utcTime: '2026-05-03T13:00:00.000Z',
  }
}

function aCar(driverIdx: number, laps: readonly (number | null)[]): Driver {
  return {
    ...BLANK_DRIVER,
    driverIdx,
    numberOfLaps: laps.length,
    lapTimes: laps.map((lapTime) => ({
      lapTime,
      sector1Time: null,
      sector2Time: null,
      sector3Time: null,
      invalidLap: false,
    })),
  }
}
