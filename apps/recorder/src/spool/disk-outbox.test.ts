import { createFrameReader, readDatagramPayload } from '@pitboard/contract/ingest/ingest-frames'
import assert from 'node:assert/strict'
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Outbox } from '../stream/outbox.ts'
import { createDiskAttempts } from './disk-attempts.ts'
import { openDiskOutbox, readOutboxProgress, type DiskOutbox } from './disk-outbox.ts'

const root = mkdtempSync(join(tmpdir(), 'outbox-'))
after(() => rmSync(root, { recursive: true }))
const SEGMENT_BYTES = 10_000

test('records are read in order from any number, over all segments', () => {
  const { outbox } = filled(100)
  assert.deepEqual(numbersFrom(outbox, 1), range(1, 100))
  assert.deepEqual(numbersFrom(outbox, 57), range(57, 100))
  assert.deepEqual(numbersFrom(outbox, 101), [])
})

test('a cursor at the end continues with records that are appended later', () => {
  const { outbox } = filled(3)
  const cursor = outbox.readFrom(1)
  assert.equal(cursor.next()?.lastNumber, 3)
  assert.equal(cursor.next(), null)
  for (const _ of range(4, 60)) outbox.append(1, new Uint8Array(700))
  let last = 0
  for (let batch = cursor.next(); batch !== null; batch = cursor.next()) last = batch.lastNumber
  assert.equal(last, 60)
})

test('settled segments are deleted, acknowledged ones stay', () => {
  const { outbox, folder } = filled(100)
  const before = readdirSync(folder).length
  outbox.acknowledge(100)
  assert.equal(readdirSync(folder).length, before)
  outbox.settle(50)
  assert.ok(readdirSync(folder).length < before)
  assert.equal(outbox.firstNumber, 51)
  assert.deepEqual(numbersFrom(outbox, 51), range(51, 100))
})

test('opened again it knows what is settled, and whether the server has all of it', () => {
  const { outbox, folder } = filled(100)
  outbox.acknowledge(100)
  outbox.settle(50)
  outbox.sync()
  assert.deepEqual(readOutboxProgress(folder), { settled: 50, isSent: false })
  const again = openDiskOutbox(folder, { segmentBytes: SEGMENT_BYTES })
  assert.equal(again.firstNumber, 51)
  again.acknowledge(100)
  again.close()
  assert.deepEqual(readOutboxProgress(folder), { settled: 50, isSent: true })
})

test('for the disk limit the oldest segment goes once the server has it, the last one never', () => {
  const { outbox } = filled(100)
  assert.equal(outbox.dropOldestSegment(), null)
  outbox.acknowledge(100)
  assert.ok((outbox.dropOldestSegment() ?? 0) >= SEGMENT_BYTES)
  while (outbox.dropOldestSegment() !== null);
  assert.deepEqual(numbersFrom(outbox, 1).at(-1), 100)
})

test('opened after a kill it holds every complete record; a truncated one is dropped', () => {
  const { folder } = filled(20)
  assert.equal(openDiskOutbox(folder, { segmentBytes: SEGMENT_BYTES }).lastNumber, 20)
  const last = lastSegment(folder)
  truncateSync(last, readFileSync(last).length - 3)
  const cut = openDiskOutbox(folder, { segmentBytes: SEGMENT_BYTES })
  assert.deepEqual(numbersFrom(cut, 1), range(1, 19))
  cut.append(1, new Uint8Array(10))
  assert.deepEqual(
    numbersFrom(openDiskOutbox(folder, { segmentBytes: SEGMENT_BYTES }), 1),
    range(1, 20),
  )
})

test('a damaged record and garbage after the last one are dropped', () => {
  const { folder } = filled(5)
  appendFileSync(lastSegment(folder), Buffer.alloc(300))
  assert.equal(openDiskOutbox(folder).lastNumber, 5)
  const bytes = readFileSync(lastSegment(folder))
  bytes[bytes.length - 50] = (bytes[bytes.length - 50] ?? 0) ^ 1
  writeFileSync(lastSegment(folder), bytes)
  assert.equal(openDiskOutbox(folder).lastNumber, 4)
})

test('memory is bounded: what the server has goes first, then the oldest, which is counted as lost', () => {
  for (const acknowledged of [0, 40, 100]) {
    const folder = mkdtempSync(join(root, 'stream-'))
    const isBroken = { now: true }
    const outbox = openDiskOutbox(folder, {
      memoryBytes: 32_000,
      disk: createDiskAttempts(() => false, 0),
      prepare() {
        if (isBroken.now) throw new Error('broken')
      },
    })
    for (const number of range(1, 100)) {
      outbox.append(number, new Uint8Array(700))
      outbox.acknowledge(Math.min(number, acknowledged))
    }
    const numbers = numbersFrom(outbox, 1)
    assert.equal(numbers.at(-1), 100)
    assert.ok(numbers.length > 30 && numbers.length <= 32_000 / 700, `${numbers.length}`)
    assert.equal(outbox.lost, Math.max(0, 100 - numbers.length - acknowledged))
    isBroken.now = false
    outbox.append(101, new Uint8Array(700))
    assert.equal(outbox.fault, null)
    const after = [...numbers, 101]
    assert.deepEqual(numbersFrom(outbox, 1), after)
    outbox.close()
    assert.deepEqual(numbersFrom(openDiskOutbox(folder), 1), after)
  }
})

function filled(count: number): { outbox: DiskOutbox; folder: string } {
  const folder = mkdtempSync(join(root, 'stream-'))
  const outbox = openDiskOutbox(folder, { segmentBytes: SEGMENT_BYTES })
  for (const number of range(1, count))
    outbox.append(1000 + number, new Uint8Array(700).fill(number))
  return { outbox, folder }
}

function numbersFrom(outbox: Outbox, number: number): number[] {
  const numbers: number[] = []
  const read = createFrameReader(({ payload }) => numbers.push(readDatagramPayload(payload).number))
  const cursor = outbox.readFrom(number)
  for (let batch = cursor.next(); batch !== null; batch = cursor.next()) read(batch.frames)
  cursor.close()
  return numbers
}

function lastSegment(folder: string): string {
  return join(folder, readdirSync(folder).toSorted().at(-1) ?? '')
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
