import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCachedCount } from './cached-count.ts'

test('a short list is counted each time', async () => {
  const keptCount = createCachedCount(() => 0)
  assert.equal(await keptCount('all', async () => 9_999), 9_999)
  assert.equal(await keptCount('all', async () => 3), 3)
})

test('a long list is counted again while the old number is told, for ten minutes', async () => {
  let nowMs = 0
  let counted = 0
  const keptCount = createCachedCount(() => nowMs)
  const count = async () => 20_000 + counted++
  assert.equal(await keptCount('all', count), 20_000)
  nowMs = 10_000
  assert.equal(await keptCount('all', count), 20_000)
  assert.equal(counted, 1, 'it is fresh')
  nowMs = 10_001
  assert.deepEqual(
    await Promise.all([keptCount('all', count), keptCount('all', count)]),
    [20_000, 20_000],
  )
  assert.equal(counted, 2, 'once for all who ask')
  assert.equal(await keptCount('all', count), 20_001)
  nowMs += 600_001
  assert.equal(await keptCount('all', count), 20_002)
})

async function fails(): Promise<number> {
  throw new Error('the database is away')
}

test('lists are counted apart, and one that could not be counted again is counted anew', async () => {
  let nowMs = 0
  const keptCount = createCachedCount(() => nowMs)
  await keptCount('all', async () => 20_000)
  assert.equal(await keptCount('mine', async () => 30_000), 30_000)
  nowMs = 20_000
  assert.equal(await keptCount('all', fails), 20_000)
  await new Promise(setImmediate)
  await assert.rejects(keptCount('all', fails), /away/)
})
