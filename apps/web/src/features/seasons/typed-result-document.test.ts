import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResultStatus, SessionType } from '@pitboard/contract/enumerations'
import { faultsOf, readTimeMs, toDocument, type TypedRow } from './typed-result-document.ts'

const ROW: TypedRow = {
  ...{ name: 'Ann', team: 'Red', laps: '', time: '', bestLap: '', grid: '', penalty: '' },
  resultStatus: ResultStatus.Finished,
}

function documentOf(rows: readonly TypedRow[]) {
  return toDocument({
    id: '0190a000-0000-7000-8000-000000000001',
    userId: '0190a000-0000-7000-8000-000000000002',
    userName: 'Marisol',
    trackId: 11,
    sessionType: SessionType.Race,
    startsAt: '2026-03-08T19:00:00.000Z',
    gameVersion: 2025,
    laps: 29,
    rows,
  })
}

test('times are read with hours, minutes or seconds alone', () => {
  assert.equal(readTimeMs('1:32:03.456'), 5_523_456)
  assert.equal(readTimeMs('1:23,4'), 83_400)
  assert.equal(readTimeMs('+58.001'), 58_001)
  for (const wrong of ['', 'x', '1:2:3:4', '1.23.4', '-5']) assert.equal(readTimeMs(wrong), null)
})

test('places follow the order of the lines; gaps count from the winner, without penalties', () => {
  const { drivers, sessionEndTime } = documentOf([
    { ...ROW, time: '40:00.000', bestLap: '1:20.5', grid: '3' },
    { ...ROW, name: 'Bob', time: '+12.5', penalty: '5' },
    { ...ROW, name: 'Cy', time: '40:30.000' },
    { ...ROW, name: 'Di', time: '+1', laps: '12', resultStatus: ResultStatus.Retired },
  ])
  assert.deepEqual(
    drivers.map((driver) => [
      driver.name,
      driver.finishingPosition,
      driver.totalRaceTime,
      driver.totalPenaltiesSeconds,
      driver.numberOfLaps,
      driver.startingPosition,
    ]),
    [
      ['Ann', 1, 2_400_000, 0, 29, 3],
      ['Bob', 2, 2_407_500, 5, 29, null],
      ['Cy', 3, 2_430_000, 0, 29, null],
      ['Di', 4, null, 0, 12, null],
    ],
  )
  assert.equal(sessionEndTime, '2026-03-08T19:40:30.000Z')
})

test('what can’t be read is named by its line and field', () => {
  const rows = [ROW, { ...ROW, time: 'one lap', grid: 'x' }]
  assert.deepEqual(faultsOf(rows), [
    { row: 1, field: 'time' },
    { row: 1, field: 'grid' },
  ])
})
