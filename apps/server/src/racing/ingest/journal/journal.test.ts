import assert from 'node:assert/strict'
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { encodeRecord, readRecords, type JournalRecord } from './journal-record.ts'
import { openJournal } from './journal.ts'
import { listSegments, readSegment } from './journal-segments.ts'
import { LONE_COPY } from './journal-replica.ts'

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-journal-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

function datagram(number: number): JournalRecord {
  return { kind: 'datagram', stream: 0, number, atMs: number * 10, bytes: Buffer.from([number]) }
}

function openIn(folder: string, onDurable: () => void = () => undefined) {
  return openJournal({
    folder,
    copy: LONE_COPY,
    head: () => ({ kind: 'head', streams: [] }),
    onBatch: () => onDurable,
    onError: (error) => assert.fail(String(error)),
  })
}

async function numbersIn(folder: string): Promise<number[]> {
  const numbers: number[] = []
  for (const segment of await listSegments(folder)) {
    for (const record of await readSegment(folder, segment)) {
      if (record.kind === 'datagram') numbers.push(record.number)
    }
  }
  return numbers
}

test('records come back as they were given', () => {
  const plain = { noNullPrototype: true }
  const record: fc.Arbitrary<JournalRecord> = fc.oneof(
    fc.record(
      {
        kind: fc.constant('datagram' as const),
        stream: fc.option(fc.nat(100)),
        number: fc.maxSafeNat(),
        atMs: fc.double({ min: 0, max: 8e15 }),
        bytes: fc.uint8Array({ maxLength: 1_500 }).map((bytes) => Buffer.from(bytes)),
      },
      plain,
    ),
    fc.record({ kind: fc.constantFrom('tick' as const, 'finish' as const), atMs: fc.nat() }, plain),
    fc.record({ kind: fc.constant('stream' as const), id: fc.uuid() }, plain),
  )
  fc.assert(
    fc.property(fc.array(record), (records) => {
      const read: JournalRecord[] = []
      const bytes = Buffer.concat(records.map(encodeRecord))
      const reading = readRecords(bytes)
      let next = reading.next()
      for (; next.done !== true; next = reading.next()) read.push(next.value)
      assert.equal(next.value, bytes.length)
      assert.deepEqual(read, records)
    }),
  )
})

test('a torn or damaged end is left out, what is before it stays', async (t) => {
  const folder = folderFor(t)
  const journal = await openIn(folder)
  for (let number = 1; number <= 5; number++) journal.append(datagram(number))
  await journal.close()
  const path = join(folder, '000001.journal')
  const whole = readFileSync(path)
  for (let cut = 1; cut < encodeRecord(datagram(5)).length; cut++) {
    truncateSync(path, whole.length - cut)
    assert.deepEqual(await numbersIn(folder), [1, 2, 3, 4])
    writeFileSync(path, whole)
  }
  appendFileSync(path, Buffer.alloc(64))
  assert.deepEqual(await numbersIn(folder), [1, 2, 3, 4, 5])
  const flipped = Buffer.from(whole)
  flipped.writeUInt8(flipped.readUInt8(whole.length - 1) ^ 1, whole.length - 1)
  writeFileSync(path, flipped)
  assert.deepEqual(await numbersIn(folder), [1, 2, 3, 4])
})

test('what is acknowledged survives a crash, what is not may be lost', async (t) => {
  const folder = folderFor(t)
  let durable = 0
  const journal = await openIn(folder, () => {
    durable++
  })
  journal.append(datagram(1))
  journal.append(datagram(2))
  await journal.sync()
  assert.ok(durable >= 1)
  journal.append(datagram(3))
  await journal.abandon()
  assert.deepEqual((await numbersIn(folder)).slice(0, 2), [1, 2])
})

test('segments that are dropped are gone only after the newest head is durable', async (t) => {
  const folder = folderFor(t)
  const journal = await openIn(folder)
  journal.append(datagram(1))
  journal.rotate()
  journal.append(datagram(2))
  await journal.dropBefore(journal.segment())
  assert.deepEqual(await listSegments(folder), [2])
  const kinds = Array.from(await readSegment(folder, 2), ({ kind }) => kind)
  assert.deepEqual(kinds, ['head', 'datagram'])
  await journal.close()
})

test('a batch that is full is taken only when the record that filled it has been taken in', async (t) => {
  const folder = folderFor(t)
  let position = 0
  const durable: number[] = []
  const journal = await openJournal({
    folder,
    copy: LONE_COPY,
    head: () => ({ kind: 'head', streams: [] }),
    onBatch() {
      const taken = position
      return () => durable.push(taken)
    },
    onError: (error) => assert.fail(String(error)),
  })
  const bytes = Buffer.alloc(1_400)
  while (journal.pendingBytes() < 1024 * 1024) {
    journal.append({ kind: 'datagram', stream: 0, number: position + 1, atMs: 0, bytes })
    position++
  }
  await journal.sync()
  assert.equal(durable.at(-1), position)
  await journal.close()
})
