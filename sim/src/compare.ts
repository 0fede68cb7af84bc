import assert from 'node:assert/strict'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Race } from './race.ts'
import { differences } from './scenario/differences.ts'
import { feedOf } from './scenario/record.ts'

/**
 * Throws an AssertionError unless a recorded session equals the race in every field except the times of
 * day, which are the recorder's.
 */
export function assertTruth(detail: SessionDetail, { expected }: Race): void {
  const { sessionStartTime: _startTime, ...rest } = expected.detail
  const overtakes = rest.overtakes.map(({ utcTime: _utcTime, ...overtake }) => overtake)
  assert.deepEqual(differences({ ...rest, overtakes }, detail), [])
  assert.deepEqual(feedOf(detail), expected.feed)
}

/** Asserts what must survive a loss of datagrams: the classification, every lap and every sector. */
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
