import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createFairQueue, QueueFullError, type FairQueue, type QueueOwner } from './fair-queue.ts'

/** The jobs end when the test says so, in the order in which they began. */
function openJobs(queue: FairQueue) {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const refused: string[] = []
  const add = (name: string, owner: QueueOwner) => {
    const job = () => {
      begun.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.push(resolve)
      return promise
    }
    queue.run(owner, job).catch((error: unknown) => {
      assert.ok(error instanceof QueueFullError)
      refused.push(name)
    })
  }
  const finishAll = async () => {
    await settle()
    for (let end = ends.shift(); end; end = ends.shift()) {
      end()
      await settle()
    }
  }
  return { begun, refused, add, finishAll }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))
const [home, away] = [{ network: '192.0.2.1' }, { network: '198.51.100.1' }]

suite('a fair queue', () => {
  test('takes networks in turns, and within a network its users', async () => {
    const jobs = openJobs(createFairQueue({ runningMax: 1, waitingMax: 50 }))
    for (const n of [1, 2, 3, 4]) jobs.add(`a${n}`, { ...home, userId: 'a' })
    jobs.add('b1', { ...home, userId: 'b' })
    jobs.add('c1', { ...away, userId: 'c' })
    jobs.add('c2', { ...away, userId: 'c' })
    await jobs.finishAll()
    assert.deepEqual(jobs.begun, ['a1', 'a2', 'c1', 'b1', 'c2', 'a3', 'a4'])
  })

  test('leaves room beside a user who is at their limit', async () => {
    const queue = createFairQueue({ runningMax: 2, runningPerUserMax: 1, waitingMax: 50 })
    const jobs = openJobs(queue)
    for (const n of [1, 2, 3]) jobs.add(`a${n}`, { ...home, userId: 'a' })
    jobs.add('b1', { ...home, userId: 'b' })
    await settle()
    assert.deepEqual(jobs.begun, ['a1', 'b1'])
    await jobs.finishAll()
    assert.deepEqual(jobs.begun, ['a1', 'b1', 'a2', 'a3'])
  })

  test('that is full refuses the owner with the most, not the newcomer', async () => {
    const jobs = openJobs(createFairQueue({ runningMax: 1, waitingMax: 3 }))
    for (const n of [1, 2, 3, 4, 5]) jobs.add(`a${n}`, { ...home, userId: 'a' })
    await settle()
    assert.deepEqual(jobs.refused, ['a5'])
    jobs.add('c1', away)
    await settle()
    assert.deepEqual(jobs.refused, ['a5', 'a4'])
    await jobs.finishAll()
    assert.deepEqual(jobs.begun, ['a1', 'a2', 'c1', 'a3'])
  })

  test('refuses what has waited too long, and what fails makes room', async () => {
    const queue = createFairQueue({ runningMax: 1, waitingMax: 3, waitMaxMs: 20 })
    const { promise, reject } = Promise.withResolvers<void>()
    const first = queue.run(home, () => promise)
    await assert.rejects(
      queue.run(away, async () => 'never'),
      QueueFullError,
    )
    reject(new Error('failed'))
    await assert.rejects(first, /failed/)
    assert.equal(await queue.run(away, async () => 'next'), 'next')
  })
  test('rejects what is aborted before its turn at once, and its place goes to the next', async () => {
    const queue = createFairQueue({ runningMax: 1, waitingMax: 1 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = queue.run(home, () => promise)
    const stop = new AbortController()
    const cancelled = queue.run(away, async () => assert.fail('it was cancelled'), stop.signal)
    stop.abort(new Error('cancelled'))
    await assert.rejects(cancelled, /cancelled/)
    const next = queue.run(away, async () => 'next')
    resolve()
    await first
    assert.equal(await next, 'next')
    await assert.rejects(
      queue.run(home, async () => 'never', stop.signal),
      /cancelled/,
    )
  })
})
