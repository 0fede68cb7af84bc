import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPace } from './pace.ts'

test('what sends no mail takes as long as what sent one, and no longer', async () => {
  const pace = createPace()
  const startedAt = performance.now()
  pace.note('recovery', startedAt - 80)
  await pace.match('recovery', startedAt)
  // A timer may fire a millisecond before its time.
  assert.ok(performance.now() - startedAt >= 79)
  const longAgo = performance.now() - 1000
  const before = performance.now()
  await pace.match('recovery', longAgo)
  await pace.match('another kind', before)
  assert.ok(performance.now() - before < 60)
})
