import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTaskQueue } from './task-queue.ts'

test('a task with a throwing completion or failure report does not stop later tasks', async () => {
  const done: string[] = []
  let failures = 0
  const queue = createTaskQueue(() => {
    failures++
    throw new Error('the log fails')
  })
  queue.add(
    async () => void done.push('first'),
    undefined,
    () => {
      throw new Error('completion fails')
    },
  )
  let attempts = 0
  queue.add(async () => {
    if (attempts++ === 0) throw new Error('the database is away')
    done.push('second')
  })
  queue.add(async () => void done.push('third'))
  await queue.idle()
  assert.deepEqual(done, ['first', 'second', 'third'])
  assert.equal(failures, 2)
  assert.equal(queue.length(), 0)
})
