import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuthError } from '../http/auth-error.ts'
import { createQueue } from './queue.ts'

test('so many run at a time, the others in their order after them', async () => {
  const queue = createQueue(2)
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const begun: number[] = []
  const works = gates.map(({ promise }, place) =>
    queue.run(async () => {
      begun.push(place)
      await promise
      return place
    }),
  )
  assert.deepEqual(begun, [0, 1])
  gates[1]?.resolve()
  assert.equal(await works[1], 1)
  assert.deepEqual(begun, [0, 1, 2])
  for (const gate of gates) gate.resolve()
  assert.deepEqual(await Promise.all(works), [0, 1, 2, 3])
})

test('a work that fails makes room for the next', async () => {
  const queue = createQueue(1)
  await assert.rejects(
    queue.run(() => Promise.reject(new Error('failed'))),
    /failed/,
  )
  assert.equal(await queue.run(async () => 'next'), 'next')
})

test('where too many wait already, one more is refused with 504', async () => {
  const queue = createQueue(1)
  const gate = Promise.withResolvers<void>()
  const works = Array.from({ length: 401 }, () => queue.run(() => gate.promise))
  await assert.rejects(
    queue.run(() => gate.promise),
    (error) => error instanceof AuthError && error.status === 504,
  )
  gate.resolve()
  await Promise.all(works)
  assert.equal(await queue.run(async () => 'again'), 'again')
})
