import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anEvent } from '../testing/an-event.ts'
import { momentAt } from './moment-link.ts'

test('a moment is linked by the time since the event before it', () => {
  const events = [anEvent({ seq: 3, timeMs: 7_000 }), anEvent({ seq: 12, timeMs: 90_000 })]
  assert.deepEqual(
    [6_999, 7_000, 89_400, 90_000, 131_000].map((timeMs) => momentAt({ events }, timeMs)),
    [null, 'e3', 'e3-82', 'e12', 'e12-41'],
  )
})
