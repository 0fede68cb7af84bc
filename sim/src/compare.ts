import assert from 'node:assert/strict'
import type { Driver } from '@pitboard/contract/driver'
import type { SessionDetail } from '@pitboard/contract/session'
import type { Race } from './race.ts'
import type { TruthDriver } from './truth.ts'

/** Throws an AssertionError unless a recorded session tells the race as it was. */
export function assertTruth(detail: SessionDetail, race: Race): void {
  const { truth } = race
  assert.deepEqual(detail.drivers.map(resultOf), truth.drivers.map(truthOf))
  assert.deepEqual(orderOf(detail), truth.classification)
  assert.deepEqual(
    detail.overtakes.map(({ overtakingDriverIdx, overtakenDriverIdx, lapNum, overtakingTime }) => ({
      overtaking: overtakingDriverIdx,
      overtaken: overtakenDriverIdx,
      lapNum,
      atMs: overtakingTime,
    })),
    truth.overtakes,
  )
  assert.deepEqual(
    detail.weatherHistory.map(({ timeMs, ...told }) => ({
      atMs: timeMs,
      ...told,
      lapNum: Math.max(1, told.lapNum),
    })),
    truth.weatherTurns,
  )
  assert.equal(detail.numberOfSafetyCars, truth.numberOfSafetyCars)
  assert.equal(detail.numberOfVirtualSafetyCars, 0)
  assert.equal(detail.classification, 'final')
  assert.equal(detail.sessionId, race.uid)
  assert.equal(detail.trackLength, race.trackLength)
  assert.equal(detail.completeness.lapsMissing, 0)
}

/** What must survive the loss of datagrams: the classification, every lap and every sector. */
export function assertLapsAndOrder(detail: SessionDetail, { truth }: Race): void {
  assert.deepEqual(orderOf(detail), truth.classification)
  assert.deepEqual(
    detail.drivers.map(({ lapTimes }) => lapTimes),
    truth.drivers.map(({ lapTimes }) => lapTimes),
  )
}

function orderOf(detail: SessionDetail): number[] {
  return detail.drivers
    .toSorted((a, b) => (a.finishingPosition ?? 99) - (b.finishingPosition ?? 99))
    .map(({ driverIdx }) => driverIdx)
}

function resultOf(driver: Driver): Partial<Driver> {
  const { driverIdx, name, isHuman, startingPosition, finishingPosition, resultStatus } = driver
  const { numberOfLaps, lapTimes, tyres, pitStops, penalties, warnings, totalWarnings } = driver
  const { totalRaceTime, totalPenaltiesSeconds } = driver
  const who = { driverIdx, name, isHuman, startingPosition, finishingPosition, resultStatus }
  const what = { numberOfLaps, lapTimes, tyres, pitStops, penalties, warnings, totalWarnings }
  return { ...who, ...what, totalRaceTime, totalPenaltiesSeconds }
}

function truthOf({ points: _points, ...driver }: TruthDriver): Partial<Driver> {
  return { ...driver, totalWarnings: driver.warnings.length }
}
