import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { type Difference, merge } from '../../changes/draft.ts'
import { loadCatalogue } from '../../messages/catalogue.ts'
import { createText } from '../../messages/create-text.ts'
import { describeResult, type TypedResult } from './edited-result.ts'
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
