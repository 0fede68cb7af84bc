import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { toDocument, type TypedKind } from './result-document.ts'
import {
  blankRow,
  faultsOf,
  moveRow,
  QUALIFYING_FIELDS,
  RACE_FIELDS,
  readTimeMs,
  type TypedRow,
} from './result-rows.ts'

const ROW: TypedRow = { ...blankRow(), name: 'Ann', team: 'Red' }

function documentOf(rows: readonly TypedRow[], kind: TypedKind = 'race') {
  return toDocument({
    kind,
    trackId: 11,
    startsAt: '2026-03-08T19:00:00.000Z',
    laps: 29,
    rows,
    before: null,
    teamColours: new Map([['Red', '#ff0000']]),
  })
}

test('times are read with hours, minutes or seconds alone', () => {
  assert.equal(readTimeMs('1:32:03.456'), 5_523_456)
  assert.equal(readTimeMs('1:23,4'), 83_400)
  assert.equal(readTimeMs('+58.001s'), 58_001)
  assert.equal(readTimeMs('1.32.03.456'), 5_523_456)
  assert.equal(readTimeMs('1.23,4'), 83_400)
  for (const wrong of ['', 'x', '1:2:3:4', '1.2.3.4.5', '-5']) assert.equal(readTimeMs(wrong), null)
})

test('places follow the order of the lines; gaps count from the winner, without penalties', () => {
  const { drivers, raceKind } = documentOf([
    { ...ROW, time: '40:00.000', bestLap: '1:20.5', grid: '3' },
    { ...ROW, name: 'Bob', time: '+12.5', penalty: '5' },
    { ...ROW, name: 'Cy', time: '40:30.000' },
    { ...ROW, name: 'Eve', time: '+2 laps' },
    { ...ROW, name: 'Di', time: '+1', laps: '12', resultStatus: ResultStatus.Retired },
  ])
  assert.equal(raceKind, null)
  assert.deepEqual(
    drivers.map((driver) => [
      driver.driverIdx,
      driver.name,
      driver.finishingPosition,
      driver.totalRaceTime,
      driver.totalPenaltiesSeconds,
      driver.numberOfLaps,
      driver.startingPosition,
    ]),
    [
      [0, 'Ann', 1, 2_400_000, 0, 29, 3],
      [1, 'Bob', 2, 2_407_500, 5, 29, null],
      [2, 'Cy', 3, 2_430_000, 0, 29, null],
      [3, 'Eve', 4, null, 0, 27, null],
      [4, 'Di', 5, null, 0, 12, null],
    ],
  )
  assert.equal(drivers[0]?.teamColour, '#ff0000')
})

test('a whole time that is shorter than the winner’s is none to him, as after a penalty', () => {
  const { drivers } = documentOf([
    { ...ROW, time: '40:02.500' },
    { ...ROW, name: 'Bob', time: '40:00.000', penalty: '5' },
  ])
  assert.equal(drivers[1]?.totalRaceTime, 2_395_000)
})

test('each team has a colour of its own, and keeps the one it has in the season', () => {
  const teams = ['Red', 'Blue', 'Red', 'Green', '']
  const { drivers } = documentOf(teams.map((team, index) => ({ ...ROW, name: `D${index}`, team })))
  const [red, blue, second, green, none] = drivers.map(({ teamColour }) => teamColour)
  assert.deepEqual([red, second, none], ['#ff0000', '#ff0000', undefined])
  assert.equal(new Set([red, blue, green]).size, 3)
})

test('in qualifying a best lap may be a gap to the first; a sprint says that it is one', () => {
  const rows = [
    { ...ROW, bestLap: '1:20.5' },
    { ...ROW, name: 'Bob', bestLap: '+0.25' },
  ]
  const { drivers } = documentOf(rows, 'qualifying')
  assert.deepEqual(
    drivers.map(({ bestLapTimeMs }) => bestLapTimeMs),
    [80_500, 80_750],
  )
  assert.equal(documentOf(rows, 'sprint').raceKind, 'sprint')
})

test('cars that are stored keep their numbers, whatever lines come between', () => {
  const rows = [
    { ...ROW, name: 'New' },
    { ...ROW, driverIdx: 0 },
    { ...ROW, name: 'Cy', driverIdx: 2 },
    { ...ROW, name: 'Also new' },
  ]
  assert.deepEqual(
    documentOf(rows).drivers.map(({ driverIdx }) => driverIdx),
    [1, 0, 2, 3],
  )
})

test('what can’t be read is named by its line and field, of the fields that are asked for', () => {
  const rows = [ROW, { ...ROW, time: 'one lap', grid: 'x' }, { ...blankRow(), team: 'Red' }]
  assert.deepEqual(faultsOf([{ ...ROW, time: '+2.5' }], RACE_FIELDS), [{ row: 0, field: 'time' }])
  assert.deepEqual(faultsOf(rows, RACE_FIELDS), [
    { row: 1, field: 'time' },
    { row: 1, field: 'grid' },
    { row: 2, field: 'name' },
  ])
  assert.deepEqual(faultsOf(rows.slice(0, 2), QUALIFYING_FIELDS), [])
})

test('a line goes up and down, and no further than the end', () => {
  const rows = [ROW, { ...ROW, name: 'Bob' }]
  assert.deepEqual(names(moveRow(rows, 0, 1)), ['Bob', 'Ann'])
  assert.deepEqual(names(moveRow(rows, 0, -1)), ['Ann', 'Bob'])
})

function names(rows: readonly TypedRow[]) {
  return rows.map(({ name }) => name)
}
