import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sortCalendar } from './queries.ts'

test('dated events take the places of dated ones, in the order of time; others keep theirs', () => {
  const entered = [on('a', 9), on('b', null), on('c', 2), on('d', null), on('e', 5)]
  const ids = sortCalendar(entered.toReversed()).map(({ id }) => id)
  assert.deepEqual(ids, ['c', 'b', 'e', 'd', 'a'])
})

function on(id: string, day: number | null) {
  return { id, starts_at: day === null ? null : new Date(Date.UTC(2026, 0, day)) }
}
