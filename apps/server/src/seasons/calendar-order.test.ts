import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inOrder } from './calendar-order.ts'

test('dated events take the places of dated ones, in the order of time; others keep theirs', () => {
  const event = (id: string, day: number | null) => ({
    id,
    starts_at: day === null ? null : new Date(Date.UTC(2026, 0, day)),
  })
  const entered = [event('a', 9), event('b', null), event('c', 2), event('d', null), event('e', 5)]
  const ids = inOrder(entered.toReversed()).map(({ id }) => id)
  assert.deepEqual(ids, ['c', 'b', 'e', 'd', 'a'])
})
