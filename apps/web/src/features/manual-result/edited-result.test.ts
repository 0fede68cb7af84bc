import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { type Difference, merge } from '../../changes/draft.ts'
import { loadCatalogue } from '../../messages/catalogue.ts'
import { createText } from '../../messages/create-text.ts'
import { describeResult, newResult, toResult, type TypedResult } from './edited-result.ts'
import { localTimeOf, ownTimeZone } from '@pitboard/contract/seasons/time-zones'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { blankRow, type TypedRow } from './result-rows.ts'

const t = createText(await loadCatalogue('en', ['organiser', 'season']), 'en')

const line = (driverIdx: number | null, name: string): TypedRow => ({
  ...blankRow(),
  id: driverIdx === null ? name : `car-${driverIdx}`,
  driverIdx,
  name,
  team: 'Red',
})
const [ann, bob, cy] = [line(0, 'Ann'), line(1, 'Bob'), line(2, 'Cy')]
const [di, eve] = [line(null, 'Di'), line(3, 'Eve')]
const base: TypedResult = {
  kind: 'race',
  trackId: 0,
  drivenAt: '2026-03-08T20:00',
  laps: '29',
  rows: [ann, bob, cy],
  storedId: null,
}

interface Case {
  readonly title: string
  readonly mine?: Partial<TypedResult>
  readonly theirs?: Partial<TypedResult>
  /** The case names the lines, where nothing else is looked at. */
  readonly gives?: readonly string[]
  readonly taken?: readonly string[]
  readonly conflicts?: readonly string[]
}

const CASES: readonly Case[] = [
  {
    title: 'other cells of a line, and another line',
    mine: { rows: [{ ...ann, bestLap: '1:20.5' }, bob, cy] },
    theirs: {
      rows: [{ ...ann, grid: '3' }, { ...bob, resultStatus: ResultStatus.Retired }, cy],
    },
    taken: ['Ann: Grid: – → 3', 'Bob: Result: Finished → Retired'],
  },
  {
    title: 'the same cell',
    mine: { rows: [{ ...ann, team: 'Blue' }, bob, cy] },
    theirs: { rows: [{ ...ann, team: 'Green' }, bob, cy] },
    conflicts: ['Ann: Team: Red → Green'],
  },
  {
    title: 'an order there',
    theirs: { rows: [cy, ann, bob] },
    gives: ['Cy', 'Ann', 'Bob'],
  },
  {
    title: 'an order there while a cell was typed here',
    mine: { rows: [ann, { ...bob, time: '+1.5' }, cy] },
    theirs: { rows: [bob, ann, cy] },
    gives: ['Bob', 'Ann', 'Cy'],
    taken: ['Bob: Place: 2 → 1', 'Ann: Place: 1 → 2'],
  },
  {
    title: 'another order here and there',
    mine: { rows: [bob, ann, cy] },
    theirs: { rows: [cy, ann, bob] },
    gives: ['Bob', 'Ann', 'Cy'],
    conflicts: ['Cy: Place: 3 → 1', 'Ann: Place: 1 → 2', 'Bob: Place: 2 → 3'],
  },
  {
    title: 'new lines of both',
    mine: { rows: [ann, di, bob, cy] },
    theirs: { rows: [ann, bob, cy, eve] },
    gives: ['Ann', 'Di', 'Bob', 'Cy', 'Eve'],
    taken: ['Eve: added'],
  },
  {
    title: 'a new line there, in an order that was changed here',
    mine: { rows: [cy, ann, di, bob] },
    theirs: { rows: [ann, bob, cy, eve] },
    gives: ['Cy', 'Eve', 'Ann', 'Di', 'Bob'],
    taken: ['Eve: added'],
  },
  {
    title: 'a line that was removed there and changed here',
    mine: { rows: [ann, { ...bob, time: '+1.5' }, cy] },
    theirs: { rows: [ann, cy] },
    gives: ['Ann', 'Bob', 'Cy'],
    conflicts: ['Bob: removed'],
  },
  {
    title: 'the track, the type, the time and the laps',
    mine: { rows: [{ ...ann, grid: '1' }, bob, cy] },
    theirs: { trackId: 3, kind: 'sprint', drivenAt: '2026-03-08T21:00', laps: '10' },
    taken: [
      'Kind of session: Race → Sprint',
      'Track: Melbourne → Sakhir (Bahrain)',
      'Driven at (your time): 2026-03-08 20:00 → 2026-03-08 21:00',
      'Planned laps (0: by time): 29 → 10',
    ],
  },
]

for (const { title, mine, theirs, gives, taken = [], conflicts = [] } of CASES) {
  test(`what was typed here and corrected there: ${title}`, () => {
    const [here, there] = [
      { ...base, ...mine },
      { ...base, ...theirs },
    ]
    const merged = merge(base, here, there)
    const words = (differences: readonly Difference[]) =>
      differences.flatMap((one) => describeResult(here, there)(one, t))
    if (gives) {
      const names = merged.value.rows.map(({ name }) => name)
      assert.deepEqual(names, gives)
    }
    if (mine) assert.deepEqual(words(merged.taken), taken)
    assert.deepEqual(words(merged.conflicts), conflicts)
  })
}

test('a new result is a race with room for twenty drivers, of whom nothing is known', () => {
  const { rows, ...rest } = newResult()
  assert.deepEqual(rest, { kind: 'race', trackId: null, drivenAt: null, laps: '0', storedId: null })
  assert.equal(rows.length, 20)
  assert.equal(new Set(rows.map(({ id }) => id)).size, 20)
  assert.ok(rows.every(({ name }) => name === ''))
})

test('a stored result is corrected as it would have been typed', () => {
  const session = aSession({
    sessionType: SessionType.Race,
    raceKind: 'sprint',
    trackId: 7,
    numberOfLaps: 12,
    drivers: [aDriver({ driverIdx: 3, name: 'Ann' })],
  })
  const { rows, ...rest } = toResult({ ...session, siblings: [], filled: [] })
  assert.deepEqual(rest, {
    kind: 'sprint',
    trackId: 7,
    drivenAt: localTimeOf(session.sessionStartTime, ownTimeZone()),
    laps: '12',
    storedId: session.id,
  })
  assert.deepEqual(
    rows.map(({ id, name }) => [id, name]),
    [['car-3', 'Ann']],
  )
})

const say = describeResult(base)
for (const [rule, path, before, after, words] of [
  ['a track that was unknown', ['trackId'], null, 7, 'Track: – → Silverstone'],
  ['a kind that nobody knows', ['kind'], 'former', 'qualifying', 'Kind of session: – → Qualifying'],
  [
    'a sprint qualifying',
    ['kind'],
    'sprintQualifying',
    'race',
    'Kind of session: Sprint qualifying → Race',
  ],
  [
    'a time that was that of the event',
    ['drivenAt'],
    null,
    '2026-03-08T21:00',
    'Driven at (your time): – → 2026-03-08 21:00',
  ],
  ['a new name', ['rows', 'car-0', 'name'], 'Ann', 'Anna', 'Ann: Driver: Ann → Anna'],
  ['a line as a whole', ['rows', 'car-0'], ann, { ...ann, name: 'Anna' }, 'Ann: Changed'],
  [
    'a line that got its name',
    ['rows', 'x'],
    { ...ann, name: '' },
    { ...ann, name: 'Xi' },
    'Xi: Changed',
  ],
  ['a line that lost it', ['rows', 'car-1'], { name: 'Bo' }, { name: '' }, 'Bo: Changed'],
  ['a line without a name', ['rows', 'x'], {}, {}, '–: Changed'],
  ['a line that has gone', ['rows', 'car-1'], bob, undefined, 'Bob: removed'],
  ['a line that has come', ['rows', 'x'], undefined, { name: 'Xi' }, 'Xi: added'],
  [
    'a result that nobody knows',
    ['rows', 'car-0', 'resultStatus'],
    ResultStatus.Disqualified,
    99,
    'Ann: Result: Disqualified → –',
  ],
  ['a cell that was emptied', ['rows', 'car-0', 'grid'], '3', '', 'Ann: Grid: 3 → –'],
  [
    'the order of lines that are not all there',
    ['rows'],
    [ann, bob],
    [bob, di, ann],
    'Bob: Place: 2 → 1|Ann: Place: 1 → 3',
  ],
  ['an order that is none', ['rows'], [null, 'x', { id: 5 }], [{}, ann], ''],
  ['lines that are none', ['rows'], 'x', null, ''],
  ['a part without a name', ['storedId'], null, 'x', ''],
] as const) {
  test(`it says: ${rule}`, () => {
    const difference: unknown = { path, before, after }
    const said: unknown = Reflect.apply(say, null, [difference, t])
    assert.ok(Array.isArray(said))
    assert.equal(said.join('|'), words)
  })
}
