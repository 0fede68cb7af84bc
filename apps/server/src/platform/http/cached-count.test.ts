import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCachedCount } from './cached-count.ts'

test('a short list is counted each time', async () => {
  const cachedCount = createCachedCount(() => 0)
  assert.equal(await cachedCount('all', async () => 9_999), 9_999)
  assert.equal(await cachedCount('all', async () => 3), 3)
})

test('a long list is counted again while the old number is answered, for ten minutes', async () => {
  let nowMs = 0
  let counted = 0
  const cachedCount = createCachedCount(() => nowMs)
  const count = async () => 20_000 + counted++
  assert.equal(await cachedCount('all', count), 20_000)
  nowMs = 10_000
  assert.equal(await cachedCount('all', count), 20_000)
  assert.equal(counted, 1, 'it is fresh')
  nowMs = 10_001
  assert.deepEqual(
    await Promise.all([cachedCount('all', count), cachedCount('all', count)]),
    [20_000, 20_000],
  )
  assert.equal(counted, 2, 'once for all who ask')
  assert.equal(await cachedCount('all', count), 20_001)
  nowMs += 600_001
  assert.equal(await cachedCount('all', count), 20_002)
})

async function fails(): Promise<number> {
  throw new Error('the database is away')
}

test('each list has its own count, and one whose recount failed is counted again', async () => {
  let nowMs = 0
  const cachedCount = createCachedCount(() => nowMs)
  await cachedCount('all', async () => 20_000)
  assert.equal(await cachedCount('mine', async () => 30_000), 30_000)
  nowMs = 20_000
  assert.equal(await cachedCount('all', fails), 20_000)
  await new Promise(setImmediate)
  await assert.rejects(cachedCount('all', fails), /away/)
})
