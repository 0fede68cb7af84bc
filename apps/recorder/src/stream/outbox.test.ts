import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createFrameReader, readDatagramPayload } from '@pitboard/contract/ingest/ingest-frames'
import { createLatch } from './latch.ts'
import { createMemoryOutbox } from './outbox.ts'

const BATCH_BYTES = 64 * 1024

function filled(count: number, bytes = 10, limitBytes?: number) {
  const outbox = createMemoryOutbox(limitBytes)
  for (let number = 1; number <= count; number++) {
    outbox.append(1_000 + number, new Uint8Array(bytes).fill(number))
  }
  return outbox
}

function read(frames: Uint8Array) {
  const datagrams: { number: number; atMs: number; first: number | undefined }[] = []
  createFrameReader(({ payload }) => {
    const { number, atMs, bytes } = readDatagramPayload(payload)
    datagrams.push({ number, atMs, first: bytes[0] })
  })(frames)
  return datagrams
}

const numbersIn = (frames: Uint8Array) => read(frames).map(({ number }) => number)

suite('an outbox in memory', () => {
  test('numbers its datagrams from one, and is empty at first', () => {
    const outbox = filled(0)
    assert.deepEqual([outbox.firstNumber, outbox.lastNumber], [1, 0])
    assert.equal(outbox.readFrom(1).next(), null)
    assert.equal(outbox.isRetaining, false)
    outbox.append(7, new Uint8Array([5]))
    assert.deepEqual([outbox.firstNumber, outbox.lastNumber], [1, 1])
    const batch = outbox.readFrom(1).next()
    assert.equal(batch?.lastNumber, 1)
    assert.deepEqual(read(batch.frames), [{ number: 1, atMs: 7, first: 5 }])
  })

  test('is read on from any number that it still has', () => {
    const outbox = filled(5)
    const cursor = outbox.readFrom(3)
    const batch = cursor.next()
    assert.equal(batch?.lastNumber, 5)
    assert.deepEqual(numbersIn(batch.frames), [3, 4, 5])
    assert.equal(cursor.next(), null)
    outbox.append(1, new Uint8Array(1))
    assert.deepEqual(numbersIn(cursor.next()?.frames ?? new Uint8Array()), [6])
    cursor.close()
    outbox.acknowledge(2)
    assert.deepEqual(numbersIn(outbox.readFrom(1).next()?.frames ?? new Uint8Array()), [3, 4, 5, 6])
  })

  test('gives batches that end with the datagram that fills 64 KiB', () => {
    const outbox = filled(20, 8_000)
    const cursor = outbox.readFrom(1)
    const [first, second] = [cursor.next(), cursor.next()]
    assert.ok(first && second)
    const frameBytes = first.frames.length / first.lastNumber
    assert.equal(first.lastNumber, Math.ceil(BATCH_BYTES / frameBytes))
    assert.equal(numbersIn(second.frames)[0], first.lastNumber + 1)
  })

  test('forgets what is acknowledged, in any steps, and keeps its numbers', () => {
    for (const steps of [[1, 2, 3, 4], [4], [3, 4], [0, 2, 1, 4]]) {
      const outbox = filled(6)
      for (const number of steps) {
        outbox.acknowledge(number)
        assert.equal(outbox.lastNumber, 6)
      }
      assert.equal(outbox.firstNumber, 5)
      outbox.append(1, new Uint8Array(1))
      assert.deepEqual(numbersIn(outbox.readFrom(1).next()?.frames ?? new Uint8Array()), [5, 6, 7])
    }
  })

  test('forgets no more than it has', () => {
    const outbox = filled(2)
    outbox.acknowledge(9)
    assert.deepEqual([outbox.firstNumber, outbox.lastNumber], [3, 2])
    outbox.append(1, new Uint8Array(1))
    assert.deepEqual([outbox.firstNumber, outbox.lastNumber], [3, 3])
  })

  test('makes its feeder wait from the limit on, until less is on its way', async () => {
    const frame = filled(1).readFrom(1).next()?.frames.length ?? 0
    const below = filled(2, 10, 2 * frame + 1)
    await below.waitForSpace()
    const outbox = filled(2, 10, 2 * frame)
    let isWaiting = true
    const waited = outbox.waitForSpace().then(() => (isWaiting = false))
    outbox.acknowledge(0)
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(isWaiting, true, 'nothing new is acknowledged')
    outbox.settle(2)
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(isWaiting, true, 'settled is not sent')
    outbox.acknowledge(1)
    await waited
  })
})

suite('a latch', () => {
  test('ends the wait that is under way', async () => {
    const latch = createLatch()
    const waiting = latch.wait()
    latch.wake()
    await waiting
  })

  test('that was woken before ends the next wait, and that one alone', async () => {
    const latch = createLatch()
    latch.wake()
    latch.wake()
    await latch.wait()
    let isWaiting = true
    const waited = latch.wait().then(() => (isWaiting = false))
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(isWaiting, true)
    latch.wake()
    await waited
  })

  test('woken twice during a wait lets the next one end too', async () => {
    const latch = createLatch()
    const waiting = latch.wait()
    latch.wake()
    await waiting
    latch.wake()
    await latch.wait()
  })
})
