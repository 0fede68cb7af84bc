import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { mergeRows } from './parse-classification.ts'
import { BLANK_ROW, type TypedRow } from './result-rows.ts'

const line = (driverIdx: number | null, name: string, more: Partial<TypedRow> = {}): TypedRow => ({
  ...BLANK_ROW,
  driverIdx,
  name,
  team: 'Red',
  ...more,
})
const [ann, bob, cy] = [line(0, 'Ann'), line(1, 'Bob'), line(2, 'Cy')]
const base = [ann, bob, cy]
const names = (rows: readonly TypedRow[]) => rows.map(({ name }) => name)

test('each keeps what he alone changed, and what both changed stays as it is typed here', () => {
  const mine = [{ ...ann, bestLap: '1:20.5', team: 'Blue' }, bob, cy]
  const retired = { ...bob, resultStatus: ResultStatus.Retired }
  const theirs = [{ ...ann, grid: '3', team: 'Green' }, retired, cy]
  const merged = mergeRows(base, mine, theirs)
  assert.deepEqual(merged, [{ ...ann, bestLap: '1:20.5', grid: '3', team: 'Blue' }, retired, cy])
})

test('an order that was not touched here is the other’s, one that was stays', () => {
  assert.deepEqual(names(mergeRows(base, base, [cy, ann, bob])), ['Cy', 'Ann', 'Bob'])
  assert.deepEqual(names(mergeRows(base, [bob, ann, cy], [cy, ann, bob])), ['Bob', 'Ann', 'Cy'])
})

test('new lines of both are there, lines that one took out are gone unless the other changed them', () => {
  const mine = [ann, line(null, 'Di'), bob, cy]
  assert.deepEqual(names(mergeRows(base, mine, [...base, line(3, 'Eve')])), [
    'Ann',
    'Di',
    'Bob',
    'Cy',
    'Eve',
  ])
  assert.deepEqual(names(mergeRows(base, [ann, cy], base)), ['Ann', 'Cy'])
  assert.deepEqual(names(mergeRows(base, base, [ann, cy])), ['Ann', 'Cy'])
  const changed = [ann, { ...bob, time: '+1.5' }, cy]
  assert.deepEqual(names(mergeRows(base, changed, [ann, cy])), ['Ann', 'Bob', 'Cy'])
  const moved = [cy, ann, line(null, 'Di'), bob]
  assert.deepEqual(names(mergeRows(base, moved, [...base, line(3, 'Eve')])), [
    'Cy',
    'Ann',
    'Di',
    'Eve',
    'Bob',
  ])
})
