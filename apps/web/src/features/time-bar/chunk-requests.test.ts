import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReplayChunk } from '@pitboard/contract/live/replay'
import { createChunkRequests } from './chunk-requests.ts'

const CHUNK: ReplayChunk = { messages: [] }
const never = () => new Promise<ReplayChunk>(() => undefined)

test('a chunk is requested once at a time, and again after its end', async () => {
  const requests = createChunkRequests(() => 0)
  let reads = 0
  const read = () => {
    reads++
    return Promise.resolve(CHUNK)
  }
  const [one, two] = [requests.fetch(1, read), requests.fetch(1, read)]
  assert.equal(one, two)
  await requests.fetch(2, read)
  assert.equal(await one, CHUNK)
  assert.equal(reads, 2)
  await requests.fetch(1, read)
  assert.equal(reads, 3)
})

test('a chunk that failed is not fetched ahead for two seconds, unless it came meanwhile', async () => {
  let nowMs = 0
  const requests = createChunkRequests(() => nowMs)
  assert.equal(requests.mayFetchAhead(1), true)
  await assert.rejects(
    requests.fetch(1, () => Promise.reject(new Error('away'))),
    /away/,
  )
  assert.deepEqual([1, 2].map(requests.mayFetchAhead), [false, true])
  nowMs = 1_999
  assert.equal(requests.mayFetchAhead(1), false)
  nowMs = 2_000
  assert.equal(requests.mayFetchAhead(1), true)
  nowMs = 1_000
  await requests.fetch(1, () => Promise.resolve(CHUNK))
  assert.equal(requests.mayFetchAhead(1), true)
})

test('chunks beside the one that is watched are still fetched, and others are not', () => {
  const requests = createChunkRequests(() => 0)
  const aborted: number[] = []
  for (const number of [0, 1, 2, 3, 4]) {
    void requests.fetch(number, (signal) => {
      signal.addEventListener('abort', () => aborted.push(number))
      return never()
    })
  }
  requests.abortFarFrom(2)
  assert.deepEqual(aborted, [0, 4])
  requests.abortAll()
  assert.deepEqual(aborted, [0, 4, 1, 2, 3])
})

test('what was aborted has not failed, and can be requested again at once', async () => {
  const requests = createChunkRequests(() => 0)
  const first = requests.fetch(1, (signal) => {
    return new Promise<ReplayChunk>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  })
  requests.abortFarFrom(9)
  const again = requests.fetch(1, never)
  assert.notEqual(again, first)
  await assert.rejects(first, /aborted/)
  assert.equal(requests.mayFetchAhead(1), true)
  // The end of the first one leaves the second.
  assert.equal(requests.fetch(1, never), again)
})

test('who leaves forgets what failed', async () => {
  const requests = createChunkRequests(() => 0)
  await assert.rejects(requests.fetch(1, () => Promise.reject(new Error('away'))))
  requests.abortAll()
  assert.equal(requests.mayFetchAhead(1), true)
})
