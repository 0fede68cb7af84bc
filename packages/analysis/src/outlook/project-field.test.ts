import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus, SafetyCarStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { projectField } from './project-field.ts'

const LOSS = { lowMs: 18_000, medianMs: 20_000, highMs: 23_000, source: 'game', stops: 0 } as const

const RACE = {
  sessionType: SessionType.Race,
  numberOfLaps: 30,
  packetFormat: 2025,
  safetyCarStatus: SafetyCarStatus.None,
}
/** The car has fallen back by 12 s since the start of the lap on which it came in. */
const IN_LANE = { ...timed(aCar(2, 14_000), [92, 90, 90, 90, 95]), pitStatus: 1 }

describe('the field after a stop', () => {
  test('has the cars that race, by position', () => {
    const cars = [
      aCar(3, 9_000),
      { ...aCar(4, 9_500), resultStatus: ResultStatus.Retired },
      aCar(1, null),
      { ...aCar(0, 3_000), position: null },
      aCar(2, 4_000),
    ]
    assert.deepEqual(
      project(cars).map(({ driver, gapMs, afterMs }) => [driver.position, gapMs, afterMs]),
      [
        [1, 0, 0],
        [2, 4_000, 4_000],
        [3, 9_000, 9_000],
      ],
    )
  })

  test('knows no gap that is smaller than that of the car ahead by more than 1.5 s', () => {
    assert.deepEqual([thirdOf(8_500)?.gapMs, thirdOf(8_500)?.leastMs], [8_500, 10_000])
    assert.deepEqual([thirdOf(8_499)?.gapMs, thirdOf(8_499)?.leastMs], [null, 10_000])
    assert.deepEqual([thirdOf(null)?.afterMs, thirdOf(null)?.leastMs], [null, 10_000])
    assert.equal(thirdOf(11_000)?.leastMs, 11_000)
  })

  test('knows no gap of 65,535 ms in 2023, the longest that 16 bits hold', () => {
    assert.equal(gapIn(2023, 65_535), null)
    assert.equal(gapIn(2023, 65_534), 65_534)
    assert.equal(gapIn(2024, 65_535), 65_535)
  })

  test('closes up behind a safety car by a quarter of the loss, up to 1.2 s from the car ahead', () => {
    const { Full, Virtual } = SafetyCarStatus
    assert.deepEqual(afterOf(Full, 0, 3_000, 30_000), [0, 1_200, 25_000])
    assert.deepEqual(afterOf(Full, 0, 500, 1_900, 2_000), [0, 500, 1_700, 2_000])
    assert.deepEqual(afterOf(Full, 0, null, 30_000), [0, null, 25_000])
    assert.deepEqual(afterOf(Virtual, 0, 3_000, 30_000), [0, 3_000, 30_000])
  })
})

describe('what is left to lose of a stop that has begun', () => {
  test('is the loss less what the gaps have grown since the line before the in lap', () => {
    assert.equal(leftOf([timedLeader(), IN_LANE]), 8_000)
    // The out lap has begun: the line is crossed in the lane.
    const crossed = { ...timed(IN_LANE, [92, 90, 90, 90, 90]), deltaToLeader: 14_000 }
    assert.equal(leftOf([timedLeader(), crossed]), 8_000)
    const last = project([timedLeader(), IN_LANE]).at(-1)
    assert.equal(last?.afterMs, 22_000)
  })

  test('is nothing for a car that is not in the pits, and for one without a gap', () => {
    assert.equal(leftOf([timedLeader(), { ...IN_LANE, pitStatus: 0 }]), 0)
    assert.equal(leftOf([timedLeader(), { ...IN_LANE, deltaToLeader: null }]), 0)
  })

  test('is between nothing and the whole loss', () => {
    assert.equal(leftOf([timedLeader(), { ...IN_LANE, deltaToLeader: 40_000 }]), 0)
    assert.equal(leftOf([timedLeader(), { ...IN_LANE, deltaToLeader: 1_000 }]), 20_000)
  })

  test('is the median of what cars show that are not near a stop of their own', () => {
    assert.equal(leftOf(fieldWith({})), 11_000)
    assert.equal(leftOf(fieldWith({ pitStatus: 1 })), 8_000)
    assert.equal(leftOf(fieldWith({ pitStops: [aStop(2)] })), 11_000)
    assert.equal(leftOf(fieldWith({ pitStops: [aStop(3)] })), 8_000)
    assert.equal(leftOf(fieldWith({ pitStops: [aStop(1), aStop(5)] })), 8_000)
    assert.equal(leftOf(fieldWith({ deltaToLeader: null })), 8_000)
  })

  test('is half of the loss where no lap times show it', () => {
    const untimed = { ...IN_LANE, lapTimes: [] }
    assert.equal(leftOf([timedLeader(), untimed]), 10_000)
    assert.equal(leftOf([aCar(1, 0), IN_LANE]), 10_000)
    const unknown = timed(IN_LANE, [92, null, 90, 90, 95])
    assert.equal(leftOf([timedLeader(), unknown]), 10_000)
    const late = timed(aCar(1, 0), [90, 90, 90])
    assert.equal(leftOf([late, IN_LANE]), 10_000)
    // The end of the previous lap is enough.
    const onLap5 = timed(aCar(1, 0), [90, 90, 90, 90])
    assert.equal(leftOf([onLap5, IN_LANE]), 8_000)
  })
})

function project(
  drivers: readonly Driver[],
  known: { readonly packetFormat?: number; readonly safetyCarStatus?: number } = {},
) {
  return projectField({ ...RACE, ...known, drivers: [...drivers] }, LOSS)
}

function thirdOf(gapMs: number | null) {
  return project([aCar(1, 0), aCar(2, 10_000), aCar(3, gapMs), aCar(4, 12_000)])[2]
}

function gapIn(packetFormat: number, gapMs: number) {
  return project([aCar(1, 0), aCar(2, gapMs)], { packetFormat })[1]?.gapMs
}

function afterOf(safetyCarStatus: number, ...gaps: (number | null)[]) {
  const cars = gaps.map((gapMs, place) => aCar(place + 1, gapMs))
  return project(cars, { safetyCarStatus }).map(({ afterMs }) => afterMs)
}

function timedLeader() {
  return timed(aCar(1, 0), [90, 90, 90, 90, 90])
}

/** Builds a field with a car that has gained 6 s less on the one in the lane. */
function fieldWith(known: Partial<Driver>) {
  const third = timed(aCar(3, 16_000), [100, 90, 90, 90, 90])
  return [timedLeader(), IN_LANE, { ...third, ...known }]
}

function leftOf(cars: readonly Driver[]) {
  return project(cars).find(({ driver }) => driver.currentLapNumber === 6 && driver.position !== 1)
    ?.leftMs
}

function aCar(position: number, deltaToLeader: number | null): Driver {
  return { ...BLANK_DRIVER, position, deltaToLeader, resultStatus: ResultStatus.Active }
}

/** Builds a car on lap 6; its lap times are given in seconds. */
function timed(car: Driver, lapsS: readonly (number | null)[]): Driver {
  return {
    ...car,
    currentLapNumber: 6,
    lapTimes: lapsS.map((lapS) => ({
      lapTime: lapS === null ? null : lapS * 1_000,
      sector1Time: null,
      sector2Time: null,
      sector3Time: null,
      invalidLap: false,
    })),
  }
}

function aStop(lapNum: number) {
  return { lapNum, pitLaneTimeMs: null, stopTimeMs: null }
}
