import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createResponseTiming } from './delivery.ts'

test('what sends no mail takes as long as what sent one', async () => {
  const pace = createResponseTiming()
  const startedAt = performance.now()
  pace.note('recovery', startedAt - 80)
  await pace.match('recovery', startedAt)
  assert.ok(performance.now() - startedAt >= 80)
})

test('what took longer already, or is of a kind that sent none, waits for nothing', async () => {
  const pace = createResponseTiming()
  const now = performance.now()
  pace.note('recovery', now - 80)
  const answered: string[] = []
  void pace.match('recovery', now - 10_000).then(() => answered.push('took longer'))
  void pace.match('another kind', now).then(() => answered.push('another kind'))
  await nextTurn()
  assert.deepEqual(answered, ['took longer', 'another kind'])
})
