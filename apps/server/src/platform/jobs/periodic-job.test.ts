import assert from 'node:assert/strict'
import { setImmediate as settle } from 'node:timers/promises'
import { test } from 'node:test'
import { createLog } from '../diagnostics/log.ts'
import { createPeriodicJob } from './periodic-job.ts'

test('a job without work rests until its time or until it is woken, also while it runs', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  let runs = 0
  let isAtRest = true
  let onRun: (() => void) | null = null
  const work = async () => {
    runs++
    onRun?.()
    return isAtRest ? 'rest' : null
  }
  const job = createPeriodicJob(work, {
    everyMs: 10,
    restMs: () => 1000,
    log: createLog('silent'),
    failure: 'never',
  })
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms)
    await settle()
  }
  job.start()
  await settle()
  await pass(999)
  assert.equal(runs, 1)
  await pass(1)
  assert.equal(runs, 2, 'its time has come')
  isAtRest = false
  job.wake()
  await settle()
  assert.equal(runs, 3)
  await pass(10)
  assert.equal(runs, 4, 'it has work, and does not rest')
  isAtRest = true
  onRun = job.wake
  await pass(10)
  await pass(10)
  assert.equal(runs, 6, 'it was woken before it rested')
  await job.stop()
  job.wake()
  await pass(5000)
  assert.equal(runs, 6)
})
