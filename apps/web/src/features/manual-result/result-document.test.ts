import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { RecordedSession } from '@pitboard/contract/sessions/session'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { TEAM_COLOURS } from '../../timing/team-colours.ts'
import { isOfLaps, kindOf, toDocument, toRows, type TypedKind } from './result-document.ts'
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

for (const [row, typed] of [
  [{ time: ' 40:00.0 ', grid: ' 3 ', laps: ' 28 ', penalty: ' 5 ' }, [2_395_000, 3, 28, 5]],
  [{ grid: ' ', laps: ' ', penalty: ' ' }, [null, null, 29, 0]],
] as const) {
  test(`spaces around what was typed say nothing: ${JSON.stringify(row)}`, () => {
    const { drivers } = documentOf([{ ...ROW, name: ' Ann ', team: ' Red ', ...row }])
    const [car] = drivers
    assert.deepEqual([car?.name, car?.team, car?.teamColour], ['Ann', 'Red', '#ff0000'])
    assert.deepEqual(
      [car?.totalRaceTime, car?.startingPosition, car?.numberOfLaps, car?.totalPenaltiesSeconds],
      typed,
    )
  })
}

const lapsOf = (laps: number, time: string) => {
  const rows = [ROW, { ...ROW, name: 'Bob', time }]
  const typed = { kind: 'race' as const, trackId: 1, startsAt: '2026-03-08T19:00:00.000Z' }
  return toDocument({ ...typed, laps, rows, before: null, teamColours: new Map() }).drivers[1]
    ?.numberOfLaps
}

test('without a distance nobody knows how many laps were driven, and nobody drives fewer than none', () => {
  assert.deepEqual([lapsOf(0, '+1 lap'), lapsOf(3, '+1 lap'), lapsOf(3, '+9 laps')], [null, 2, 0])
})

for (const [first, second, ms] of [
  ['40:00.000', ' +12.5', 2_412_500],
  ['40:00.000', '19:59.999', 3_599_999],
  ['40:00.000', '20:00.000', 1_200_000],
  ['40:00.000', '40:12.500', 2_412_500],
  ['', '+12.5', null],
  ['', '40:12.500', 2_412_500],
] as const) {
  test(`behind "${first}" the time "${second}" is ${ms} ms: less than half of it is a gap`, () => {
    const { drivers } = documentOf([
      { ...ROW, time: first },
      { ...ROW, name: 'Bob', time: second },
    ])
    assert.equal(drivers[1]?.totalRaceTime, ms)
  })
}

test('the time of the winner is no gap, however it is typed', () => {
  assert.equal(documentOf([{ ...ROW, time: '+12.5' }]).drivers[0]?.totalRaceTime, 12_500)
})

test('a colour is taken twice only once all are taken', () => {
  const teams = Array.from({ length: TEAM_COLOURS.length + 1 }, (_, at) => `T${at}`)
  const { drivers } = toDocument({
    kind: 'race',
    trackId: 1,
    startsAt: '2026-03-08T19:00:00.000Z',
    laps: 5,
    rows: teams.map((team) => ({ ...ROW, team })),
    before: null,
    teamColours: new Map(),
  })
  const colours = drivers.map(({ teamColour }) => teamColour)
  assert.deepEqual(colours.slice(0, -1), [...TEAM_COLOURS])
  assert.ok(colours.at(-1))
})

for (const [kind, sessionType, raceKind, isOfLapsToo] of [
  ['race', SessionType.Race, null, true],
  ['sprint', SessionType.Race, 'sprint', true],
  ['qualifying', SessionType.ShortQualifying, null, false],
  ['sprintQualifying', SessionType.ShortSprintShootout, null, false],
] as const) {
  test(`a ${kind} that is typed is stored as one and is known again`, () => {
    const typed = documentOf([ROW], kind)
    assert.deepEqual([typed.sessionType, typed.raceKind], [sessionType, raceKind])
    assert.equal(kindOf({ sessionType, raceKind }), kind)
    assert.equal(isOfLaps(kind), isOfLapsToo)
  })
}

test('of several parts of a qualifying each is one, and of a sprint qualifying too', () => {
  const kinds = [SessionType.Q3, SessionType.OneShotQualifying, SessionType.SprintShootout1]
  assert.deepEqual(
    kinds.map((sessionType) => kindOf({ sessionType, raceKind: null })),
    ['qualifying', 'qualifying', 'sprintQualifying'],
  )
})

function stored(drivers: readonly Partial<Driver>[], known: Partial<RecordedSession> = {}) {
  const session = aSession({ numberOfLaps: 29, sessionType: SessionType.Race })
  const usual = { numberOfLaps: 29, resultStatus: ResultStatus.Finished }
  const cars = drivers.map((driver) => aDriver({ ...usual, ...driver }))
  return { ...session, siblings: [], filled: [], ...known, drivers: cars }
}

test('what was stored is shown as it would be typed, in the order of the places', () => {
  const rows = toRows(
    stored([
      { driverIdx: 4, name: 'Cy', position: null, resultStatus: ResultStatus.Retired },
      {
        driverIdx: 7,
        name: 'Bob',
        team: 'Blue',
        position: 2,
        totalRaceTime: 3_723_004,
        totalPenaltiesSeconds: 5,
        bestLapTimeMs: 59_999,
        numberOfLaps: 28,
        startingPosition: 3,
      },
      { driverIdx: 0, name: 'Ann', position: 1, totalRaceTime: 2_400_000, bestLapTimeMs: 80_500 },
    ]),
  )
  assert.deepEqual(
    rows.map(({ id, driverIdx, name }) => [id, driverIdx, name]),
    [
      ['car-0', 0, 'Ann'],
      ['car-7', 7, 'Bob'],
      ['car-4', 4, 'Cy'],
    ],
  )
  const [ann, bob, cy] = rows
  assert.deepEqual(
    [ann?.time, ann?.bestLap, ann?.laps, ann?.penalty],
    ['40:00.000', '1:20.500', '', ''],
  )
  assert.deepEqual(
    [bob?.time, bob?.bestLap, bob?.laps, bob?.grid, bob?.penalty, bob?.team],
    ['1:02:08.004', '59.999', '28', '3', '5', 'Blue'],
  )
  assert.deepEqual([cy?.time, cy?.bestLap, cy?.resultStatus], ['', '', ResultStatus.Retired])
})

test('what was not stored stays empty', () => {
  const [row] = toRows(stored([{ numberOfLaps: null, startingPosition: null }]))
  assert.deepEqual([row?.laps, row?.grid], ['', ''])
})

test('a correction that changes nothing leaves what a recorder stored, and its kind of session', () => {
  const session = stored(
    [
      { driverIdx: 3, name: 'Ann', position: 1, totalRaceTime: 2_395_000, carNumber: 44 },
      { driverIdx: 1, name: 'Bob', position: 2, totalRaceTime: 2_400_000, carNumber: 7 },
    ],
    { sessionType: SessionType.Race2 },
  )
  const again = (kind: TypedKind) =>
    toDocument({
      kind,
      trackId: session.trackId,
      startsAt: session.sessionStartTime,
      laps: 29,
      rows: toRows(session),
      before: session,
      teamColours: new Map(),
    })
  const { drivers, sessionType } = again('race')
  assert.deepEqual(
    drivers.map((driver) => [driver.driverIdx, driver.totalRaceTime, driver.carNumber]),
    [
      [3, 2_395_000, 44],
      [1, 2_400_000, 7],
    ],
  )
  assert.equal(sessionType, SessionType.Race2)
  assert.equal(again('qualifying').sessionType, SessionType.ShortQualifying)
})

for (const [typed, ms] of [
  ['  1:23.4  ', 83_400],
  ['+ 1.5', 1_500],
  ['1.5 s', 1_500],
  ['1.5S', 1_500],
  ['12:34:56', 45_296_000],
  ['123:00', 7_380_000],
  ['83', 83_000],
  ['1:2+3', null],
  ['1+2', null],
  ['1sx', null],
  ['s5', null],
  ['1:234:05', null],
  ['1.2345', null],
  ['x1:20', null],
] as const) {
  test(`"${typed}" is ${ms === null ? 'no time' : `${ms} ms`}`, () => {
    assert.equal(readTimeMs(typed), ms)
  })
}

test('a line that is not there goes nowhere, nor does one beyond either end', () => {
  const rows = [ROW, { ...ROW, name: 'Bob' }, { ...ROW, name: 'Cy' }]
  for (const [from, to] of [
    [0, -1],
    [1, 3],
    [3, 0],
    [-1, 0],
  ] as const) {
    assert.equal(moveRow(rows, from, to), rows)
  }
  assert.deepEqual(names(moveRow(rows, 1, 0)), ['Bob', 'Ann', 'Cy'])
  assert.deepEqual(names(moveRow(rows, 0, 2)), ['Bob', 'Cy', 'Ann'])
})

test('of a qualifying name, team and best lap are typed', () => {
  assert.deepEqual(QUALIFYING_FIELDS, ['name', 'team', 'bestLap'])
})
