import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKnownJobs } from './known-jobs.ts'

const first = { id: 'a', attempt: 1 }
const second = { id: 'a', attempt: 2 }

test('an upload is known for a while after its end', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const jobs = createKnownJobs<typeof first>(1000)
  jobs.add(first)
  jobs.forgetLater(first)
  t.mock.timers.tick(999)
  assert.equal(jobs.get('a'), first)
  t.mock.timers.tick(1)
  assert.equal(jobs.get('a'), undefined)
})

test('the end of an attempt forgets no later one of the same upload', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const jobs = createKnownJobs<typeof first>(1000)
  jobs.add(first)
  jobs.forgetLater(first)
  jobs.add(second)
  jobs.forget(first)
  t.mock.timers.tick(5000)
  assert.equal(jobs.get('a'), second)
  jobs.forget(second)
  assert.equal(jobs.get('a'), undefined)
})
