import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextSorting, sortRows } from './sort-rows.ts'

const ROWS = [
  { name: 'Moreau', wins: 4 },
  { name: 'Kovacs', wins: null },
  { name: 'Ibarra', wins: 4 },
  { name: 'Älund', wins: 10 },
]
const COLUMNS = [
  { key: 'name', name: 'Driver', cell: () => null, sortBy: (row: Row) => row.name },
  { key: 'wins', name: 'Wins', cell: () => null, sortBy: (row: Row) => row.wins },
]
type Row = (typeof ROWS)[number]

test('unknown values come last in either direction, equal rows keep their order', () => {
  assert.deepEqual(namesBy('wins', 'ascending'), ['Moreau', 'Ibarra', 'Älund', 'Kovacs'])
  assert.deepEqual(namesBy('wins', 'descending'), ['Älund', 'Moreau', 'Ibarra', 'Kovacs'])
})

test('numbers go by size, words as a reader looks them up', () => {
  assert.deepEqual(namesBy('name', 'ascending'), ['Älund', 'Ibarra', 'Kovacs', 'Moreau'])
})

test('without a sorting the rows stay as they came', () => {
  assert.equal(sortRows(ROWS, COLUMNS, null), ROWS)
})

test('a head goes from ascending to descending to the order the rows came in', () => {
  const first = nextSorting(null, 'wins')
  assert.deepEqual(first, { key: 'wins', direction: 'ascending' })
  const second = nextSorting(first, 'wins')
  assert.deepEqual(second, { key: 'wins', direction: 'descending' })
  assert.equal(nextSorting(second, 'wins'), null)
  assert.deepEqual(nextSorting(second, 'name'), { key: 'name', direction: 'ascending' })
})

function namesBy(key: string, direction: 'ascending' | 'descending'): string[] {
  return sortRows(ROWS, COLUMNS, { key, direction }).map(({ name }) => name)
}
