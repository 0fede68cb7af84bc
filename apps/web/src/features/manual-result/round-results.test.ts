import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_POINTS } from '@pitboard/contract/seasons/points-presets'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { aLinkedSession, anEvent } from '../../testing/a-season.ts'
import { readRows } from '../import/import-rows.ts'
import { readRounds, type RoundColumn } from './read-rounds.ts'
import { guessMeaning, readCell } from './round-cells.ts'
import { toResults } from './round-results.ts'

const PAST = '2026-03-01T18:00:00Z'
const EVENTS = [
  anEvent(3, { startsAt: PAST }),
  anEvent(7, { startsAt: PAST }),
  anEvent(10, { name: 'Grand Finale', startsAt: PAST }),
  anEvent(7, { id: 'again', startsAt: PAST }),
]

function heads(text: string): string[] {
  return readRounds(text, EVENTS).columns.map((column) => nameOf(column))
}

function nameOf(column: RoundColumn): string {
  return 'eventId' in column ? `${column.kind} ${column.eventId}` : column.kind
}

function read(
  text: string,
  season: Partial<Parameters<typeof toResults>[1]> = {},
  chosen?: readonly RoundColumn[],
) {
  const { columns: found, rows: cells } = readRounds(text, EVENTS)
  const columns = chosen ?? found
  const rounds = columns.flatMap((column, at) => ('eventId' in column ? [at] : []))
  const meaning = guessMeaning(rounds.map((at) => cells.map((row) => row[at] ?? '')))
  const rows = readRows(cells, {
    meanings: columns.map(({ kind }) => (kind === 'name' || kind === 'team' ? kind : 'unused')),
    subject: 'name',
    needsPoints: false,
    nameMax: 60,
    known: ['Ann Keller'],
    chosen: new Map(),
  })
  const results = toResults(
    { columns, rows, meaning },
    {
      events: EVENTS,
      pointsSystem: { ...NO_POINTS, race: [25, 18, 15] },
      tier: '',
      teams: new Map([['Ann Keller', 'Apex']]),
      teamColours: new Map(),
      drivenAt: new Map(),
      nowMs: Date.parse('2026-06-01T00:00:00Z'),
      ...season,
    },
  )
  return results.filter((one) => one !== null)
}

function drivers(text: string) {
  return read(text).map(({ document }) =>
    document?.drivers.map(({ name, position, resultStatus }) => [name, position, resultStatus]),
  )
}

for (const [rule, head, columns] of [
  ['by number', 'Driver;R1;Round 2;3', ['race event-3', 'race event-7', 'race event-10']],
  ['by track or place', 'Fahrer;Bahrain;Silverstone', ['race event-3', 'race event-7']],
  ['by name and code', 'Driver;Grand finale;SIL', ['race event-10', 'race event-7']],
  ['a track with two events, in order', 'Driver;SIL;SIL', ['race event-7', 'race again']],
  ['sprints', 'Driver;R1 Sprint;R1;1S', ['sprint event-3', 'race event-3', 'unused']],
  ['others are not used', 'Driver;Total;Atlantis;R9', ['unused', 'unused', 'unused']],
] as const) {
  test(`columns are rounds of the calendar: ${rule}`, () => {
    assert.deepEqual(heads(`${head}\nAnn;1;2;3`).slice(1, 1 + columns.length), columns)
  })
}

test('a table without heads has its rounds in the order of the calendar', () => {
  const columns = ['unused', 'name', 'team', 'race event-3', 'race event-7']
  assert.deepEqual(heads('1;Ann;Apex;1;2\n2;Bob;Bold;2;DNF'), columns)
})

for (const [cell, places, points] of [
  ['3', { kind: 'place', place: 3 }, { kind: 'points', points: 3 }],
  ['P3', { kind: 'place', place: 3 }, undefined],
  ['12†', { kind: 'place', place: 12 }, undefined],
  ['2nd', { kind: 'place', place: 2 }, undefined],
  ['12,5', undefined, { kind: 'points', points: 12.5 }],
  ['0', undefined, { kind: 'points', points: 0 }],
  ['-3', undefined, undefined],
  ['abc', undefined, undefined],
  ['', null, null],
  ['–', null, null],
  ...(
    [
      ['DNF', ResultStatus.Retired],
      ['ret', ResultStatus.Retired],
      ['DSQ', ResultStatus.Disqualified],
      ['dns', ResultStatus.Inactive],
      ['NC', ResultStatus.NotClassified],
    ] as const
  ).map(([word, resultStatus]) => {
    const status = { kind: 'status', resultStatus } as const
    return [word, status, status] as const
  }),
] as const) {
  test(`a cell is read as a place or as points: ${JSON.stringify(cell)}`, () => {
    assert.deepEqual([readCell(cell, 'places'), readCell(cell, 'points')], [places, points])
  })
}

const [POLE, FASTEST] = ['pole', 'fastestLap'] as const
for (const [cell, marks, rest] of [
  ['1 P', [POLE], { kind: 'place', place: 1 }],
  ['2FL', [FASTEST], { kind: 'place', place: 2 }],
  ['P3 (F)', [FASTEST], { kind: 'place', place: 3 }],
  ['12PF', [POLE, FASTEST], { kind: 'place', place: 12 }],
  ['1st pole, FL', [POLE, FASTEST], { kind: 'place', place: 1 }],
  ['Ret P', [POLE], { kind: 'status', resultStatus: ResultStatus.Retired }],
  ['DNFF', [FASTEST], { kind: 'status', resultStatus: ResultStatus.Retired }],
] as const) {
  test(`a cell has marks for pole and fastest lap: ${cell}`, () => {
    assert.deepEqual(readCell(cell, 'places'), { ...rest, marks })
  })
}

test('other signs behind a place are no marks', () => {
  assert.deepEqual(
    ['1 X', '1 PX', 'P', 'F', '1 PFPFPFPFPFPFPFPFPFPFP', 'FL 1'].map((cell) =>
      readCell(cell, 'places'),
    ),
    Array.from({ length: 6 }, () => undefined),
  )
})

test('pole and fastest lap come over, and points are compared without them', () => {
  const system = {
    ...NO_POINTS,
    race: [25, 18, 15],
    pole: 3,
    fastestLap: {
      points: 10,
      withinPosition: 10,
      inSprints: false,
      minimumDistanceShare: 0,
      shared: 'first' as const,
    },
  }
  const [round] = read('Driver;R1\nAnn;28 P\nBob;28 F\nCas;16', { pointsSystem: system })
  const { drivers: cars = [], events } = round?.document ?? {}
  assert.deepEqual(
    cars.map(({ name, startingPosition }) => [name, startingPosition]),
    [
      ['Ann', 1],
      ['Bob', null],
      ['Cas', null],
    ],
  )
  assert.deepEqual(events, [{ kind: 'fastestLap', timeMs: 0, driverIdx: cars[1]?.driverIdx }])
  assert.deepEqual(round?.otherPoints, ['Cas'])
})

for (const [columns, meaning] of [
  [[['1', '2', 'DNF']], 'places'],
  [[['1', '3', '3']], 'places'],
  [[['25', '18', '15']], 'points'],
  [[['2', '3']], 'points'],
  [
    [
      ['2', '1', ''],
      ['1', '0', ''],
    ],
    'points',
  ],
  [[['', '', '']], 'places'],
] as const) {
  test(`numbers are ${meaning}: ${JSON.stringify(columns)}`, () => {
    assert.equal(guessMeaning(columns), meaning)
  })
}

test('places are the result; who did not finish has no place, who is not in the column was not there', () => {
  const text = 'Driver;R1;R2\nAnn Keler;2;1\nBob;1;\nCas;DNF;DNS\nDan;DSQ;2'
  assert.deepEqual(drivers(text), [
    [
      ['Bob', 1, 3],
      ['Ann Keller', 2, 3],
      ['Cas', null, 7],
      ['Dan', null, 5],
    ],
    [
      ['Ann Keller', 1, 3],
      ['Dan', 2, 3],
      ['Cas', null, 1],
    ],
  ])
  const [first] = read(text)
  assert.deepEqual(
    first?.document?.drivers.map(({ team }) => team),
    ['', 'Apex', '', ''],
    'the team of the season where the table has none',
  )
})

test('points are places in their order, and points that the rules do not pay are named', () => {
  const text = 'Driver;R1\nAnn;15\nBob;26\nCas;18\nDan;0\nEve;DNF'
  assert.deepEqual(drivers(text), [
    [
      ['Bob', 1, 3],
      ['Cas', 2, 3],
      ['Ann', 3, 3],
      ['Dan', null, 6],
      ['Eve', null, 7],
    ],
  ])
  assert.deepEqual(read(text)[0]?.otherPoints, ['Bob'])
})

test('a place of nobody is named, since those behind it move up', () => {
  const [round] = read('Driver;R1\nAnn;1\nBob;4\nCas;2')
  assert.deepEqual(
    [round?.missingPlaces, round?.document?.drivers.map(({ name }) => name)],
    [[3], ['Ann', 'Cas', 'Bob']],
  )
})

const many = Array.from({ length: 31 }, (_, index) => `Driver ${index}x;${index + 1}`).join('\n')
const race = aLinkedSession('one', PAST)
for (const [rule, text, events, fault, names] of [
  ['a place twice', 'Driver;R1\nAnn;1\nBob;2\nCas;2\nDan;P3', EVENTS, 'placeTwice', ['Bob', 'Cas']],
  ['a mark twice', 'Driver;R1\nAnn;1 P\nBob;2 PF\nCas;3', EVENTS, 'markTwice', ['Ann', 'Bob']],
  ['a cell that cannot be read', 'Driver;R1\nAnn;1\nBob;x', EVENTS, 'cellUnread', ['Bob']],
  ['nobody', 'Driver;R1\nAnn;\nBob;-', EVENTS, 'noCars', []],
  ['more cars than a session has', `Driver;R1\n${many}`, EVENTS, 'tooManyCars', []],
  ['no date', 'Driver;R1\nAnn;1', [anEvent(3)], 'noDate', []],
  [
    'a date to come',
    'Driver;R1\nAnn;1',
    [anEvent(3, { startsAt: '2027-01-01T00:00:00Z' })],
    'notDriven',
    [],
  ],
  [
    'a result already',
    'Driver;R1\nAnn;1',
    [anEvent(3, { startsAt: PAST, sessions: [race] })],
    'hasResult',
    [],
  ],
] as const) {
  test(`a column is left out: ${rule}`, () => {
    const [round] = read(text, { events: [...events] })
    assert.deepEqual([round?.fault, round?.faultyNames, round?.document], [fault, names, null])
  })
}

test('a column is left out: a round twice', () => {
  const round = { kind: 'race', eventId: 'event-3' } as const
  const rounds = read('Driver;R1;R2\nAnn;1;1', {}, [{ kind: 'name' }, round, round])
  assert.deepEqual(
    rounds.map(({ fault }) => fault),
    [null, 'roundTwice'],
  )
})

test('a result of another tier does not keep a round from being imported', () => {
  const events = [anEvent(3, { startsAt: PAST, sessions: [{ ...race, tier: 'Pro' }] })]
  assert.equal(read('Driver;R1\nAnn;1', { events, tier: 'Club' })[0]?.fault, null)
  assert.equal(read('Driver;R1\nAnn;1', { events, tier: 'Pro' })[0]?.fault, 'hasResult')
})

test('ten thousand cells are read, and what goes beyond is counted', () => {
  const places = ';1'.repeat(70)
  const text = Array.from({ length: 250 }, (_, index) => `Driver ${index}${places}`).join('\n')
  const { rows, columns, cutRows, cutColumns } = readRounds(text, EVENTS)
  assert.deepEqual([rows.length, columns.length, cutRows, cutColumns], [200, 64, 50, 7])
})
