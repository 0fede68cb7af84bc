import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus, SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import { createStopChance } from './likely-stops.ts'

describe('how likely a car comes in at the end of its lap', () => {
  test('is what is usual, for a first and for a further stop, before the race shows it', () => {
    assert.deepEqual(chancesOf([aCar(1)]), { first: 0.06, further: 0.02 })
    const safetyCarStatus = SafetyCarStatus.Full
    assert.deepEqual(chancesOf([aCar(6)], { safetyCarStatus }), { first: 0.3, further: 0.1 })
  })

  test('follows the share of the cars that came in on the last two laps', () => {
    // Each of the three has two laps before the one that it drives.
    assert.equal(chancesOf([aCar(6), aCar(6), aCar(6)]).first, (4 * 0.06) / (4 + 6))
    assert.equal(chancesOf([aCar(6), aCar(6), aCar(6, 5)]).first, (4 * 0.06 + 1) / (4 + 6))
    assert.equal(chancesOf([aCar(2), aCar(1)]).first, (4 * 0.06) / (4 + 1), 'there is no lap 0')
    const once = chancesOf([aCar(6, 4)])
    assert.deepEqual(once, { first: (4 * 0.06 + 1) / (4 + 1), further: (4 * 0.02) / (4 + 1) })
    const twice = chancesOf([aCar(8, 3, 6)])
    assert.deepEqual(twice, { first: 0.06, further: (4 * 0.02 + 1) / (4 + 2) })
  })

  test('counts the lap that is driven for a car that has come in on it', () => {
    assert.equal(chancesOf([{ ...aCar(6), pitStatus: 1 }]).first, (4 * 0.06 + 1) / (4 + 3))
    assert.equal(chancesOf([aCar(6, 6)]).first, (4 * 0.06 + 1) / (4 + 3))
  })

  test('follows this lap alone behind a safety car', () => {
    const safetyCarStatus = SafetyCarStatus.Full
    const field = [aCar(6, 5), { ...aCar(6), pitStatus: 1 }, aCar(6)]
    assert.equal(chancesOf(field, { safetyCarStatus }).first, (20 * 0.3 + 1) / (20 + 1))
  })

  test('does not count cars that are out', () => {
    const out = { ...aCar(6, 5), resultStatus: ResultStatus.Retired }
    assert.equal(chancesOf([out]).first, 0.06)
  })

  test('is nothing within two laps of a stop and on the last lap', () => {
    const chanceOf = chanceIn([])
    assert.equal(chanceOf(aCar(7, 5)), 0)
    assert.equal(chanceOf(aCar(8, 5)), 0.02)
    assert.equal(chanceOf(aCar(9, 2, 7)), 0, 'the last stop counts')
    assert.equal(chanceOf(aCar(30)), 0)
    assert.equal(chanceOf(aCar(29)), 0.06)
  })
})

function chanceIn(drivers: Driver[], { safetyCarStatus = 0 } = {}) {
  return createStopChance({ drivers, safetyCarStatus, numberOfLaps: 30 })
}

function chancesOf(drivers: Driver[], known = {}) {
  const chanceOf = chanceIn(drivers, known)
  return { first: chanceOf(aCar(20)), further: chanceOf(aCar(20, 2)) }
}

function aCar(currentLapNumber: number, ...stops: number[]): Driver {
  return {
    ...BLANK_DRIVER,
    currentLapNumber,
    resultStatus: ResultStatus.Active,
    pitStops: stops.map((lapNum) => ({ lapNum, pitLaneTimeMs: null, stopTimeMs: null })),
  }
}
