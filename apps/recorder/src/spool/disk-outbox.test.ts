import { createFrameReader, readDatagramPayload } from '@pitboard/contract/ingest/ingest-frames'
import assert from 'node:assert/strict'
import fs, {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { FRAME_BYTES_MAX } from '@pitboard/contract/ingest/ingest-protocol'
import type { Outbox } from '../stream/outbox.ts'
import { makeFaulty } from '../testing/faulty-disk.ts'
import { createDiskAttempts, type DiskAttempts } from './disk-attempts.ts'
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

test('batches are of at most about 128 KiB, and each names its last number', () => {
  for (const disk of [createDiskAttempts(() => false), failingDisk()]) {
    const folder = mkdtempSync(join(root, 'stream-'))
    const outbox = openDiskOutbox(folder, { disk })
    for (const number of range(1, 400)) outbox.append(number, new Uint8Array(700))
    const batches = batchesFrom(outbox, 5)
    assert.ok(batches.length >= 3, `${batches.length} batches`)
    assert.deepEqual(
      batches.flatMap(({ numbers }) => numbers),
      range(5, 400),
    )
    for (const { numbers, lastNumber, size } of batches) {
      assert.equal(lastNumber, numbers.at(-1))
      assert.ok(size > 0 && size < 128 * 1024 + 1_000, `${size} bytes`)
    }
  }
})

test('what is in memory is read from any number, and again from the disk once it is back', () => {
  const fault = { isOver: false }
  const { outbox } = filled(3, failingDisk(fault))
  assert.deepEqual(numbersFrom(outbox, 2), [2, 3])
  const cursor = outbox.readFrom(1)
  assert.equal(cursor.next()?.lastNumber, 3)
  fault.isOver = true
  outbox.append(1, new Uint8Array(700))
  assert.equal(cursor.next()?.lastNumber, 4)
  assert.equal(cursor.next(), null)
  cursor.close()
  assert.equal(outbox.fault, null)
  assert.equal(outbox.lost, 0)
})

test('what waited in memory while a file was open is followed by a new file', () => {
  let isRefusing = false
  const disk: DiskAttempts = {
    fault: null,
    attempt(write) {
      if (!isRefusing) write()
      return !isRefusing
    },
  }
  const { outbox, folder } = filled(2, disk)
  for (const refuses of [true, false]) {
    isRefusing = refuses
    outbox.append(1, new Uint8Array(700))
  }
  assert.deepEqual(numbersFrom(outbox, 1), [1, 2, 3, 4])
  outbox.close()
  assert.deepEqual(numbersFrom(openDiskOutbox(folder), 1), [1, 2, 3, 4])
})

test('a cursor on the disk goes on in memory when the disk fails', (t) => {
  const disk = makeFaulty(root)
  t.after(() => disk.restore())
  const { outbox } = filled(3)
  const cursor = outbox.readFrom(1)
  assert.equal(cursor.next()?.lastNumber, 3)
  disk.fault = 'readOnly'
  outbox.append(1, new Uint8Array(700))
  assert.match(outbox.fault ?? '', /^EROFS/)
  assert.equal(cursor.next()?.lastNumber, 4)
  cursor.close()
})

test('a segment whose file is gone is passed over, and what the server did not have is lost', () => {
  const { outbox, folder } = filled(40)
  const [first = '', second = ''] = readdirSync(folder).toSorted()
  const inFirst = Number(second.slice(0, 12)) - 1
  outbox.acknowledge(2)
  rmSync(join(folder, first))
  assert.deepEqual(numbersFrom(outbox, 1), range(inFirst + 1, 40))
  assert.equal(outbox.lost, inFirst - 2)
  assert.equal(outbox.firstNumber, inFirst + 1)
})

test('nothing is lost of a segment that the server has', () => {
  const { outbox, folder } = filled(40)
  outbox.acknowledge(40)
  rmSync(join(folder, readdirSync(folder).toSorted()[0] ?? ''))
  assert.equal(numbersFrom(outbox, 1).at(-1), 40)
  assert.equal(outbox.lost, 0)
})

test('after the file that is written to is gone, the next record begins another one', () => {
  const { outbox, folder } = filled(3)
  rmSync(lastSegment(folder))
  assert.deepEqual(numbersFrom(outbox, 1), [])
  outbox.append(1, new Uint8Array(700))
  assert.deepEqual(readdirSync(folder), ['000000000004.frames'])
  assert.deepEqual(numbersFrom(outbox, 1), [4])
  assert.equal(outbox.lost, 3)
})

test('a file that is left is not written to again', () => {
  const { outbox, folder } = filled(2)
  outbox.leaveFile()
  outbox.append(1, new Uint8Array(700))
  assert.deepEqual(readdirSync(folder), ['000000000001.frames', '000000000003.frames'])
  assert.deepEqual(numbersFrom(outbox, 1), [1, 2, 3])
})

test('a segment that was damaged while it is read is a fault that names it', () => {
  const { outbox, folder } = filled(3)
  const path = lastSegment(folder)
  writeFileSync(path, readFileSync(path).fill(0))
  assert.throws(() => numbersFrom(outbox, 1), { message: `${path} changed while it was read` })
})

test('a segment ends with the record that fills it', () => {
  const recordBytes = 700 + 25
  const cases = [
    [recordBytes, 3],
    [recordBytes + 1, 2],
    [2 * recordBytes, 2],
    [2 * recordBytes + 1, 1],
  ] as const
  for (const [segmentBytes, files] of cases) {
    const folder = mkdtempSync(join(root, 'stream-'))
    const outbox = openDiskOutbox(folder, { segmentBytes })
    for (const number of range(1, 3)) outbox.append(number, new Uint8Array(700))
    assert.equal(readdirSync(folder).length, files, `${segmentBytes} bytes`)
  }
})

test('an outbox makes its folder with its first record, and files for this user alone', () => {
  const folder = join(root, 'new', 'outbox')
  const outbox = openDiskOutbox(folder)
  assert.deepEqual([outbox.lastNumber, outbox.firstNumber, outbox.isSettled], [0, 1, true])
  assert.equal(existsSync(folder), false)
  outbox.append(1, new Uint8Array(10))
  outbox.close()
  assert.deepEqual(readdirSync(folder), ['000000000001.frames', 'progress.json'])
  for (const name of readdirSync(folder)) {
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name)
  }
})

test('a server settles what it has, and never less than before', () => {
  const { outbox } = filled(3)
  outbox.settle(2)
  assert.equal(outbox.settledNumber, 0)
  outbox.acknowledge(2)
  outbox.settle(3)
  assert.equal(outbox.settledNumber, 2)
  outbox.settle(1)
  assert.deepEqual([outbox.settledNumber, outbox.firstNumber, outbox.isSettled], [2, 3, false])
  outbox.acknowledge(9)
  assert.equal(outbox.acknowledgedNumber, 3)
  outbox.settle(9)
  assert.deepEqual([outbox.settledNumber, outbox.firstNumber, outbox.isSettled], [3, 4, true])
})

test('a segment is deleted when its last record is settled', () => {
  const { outbox, folder } = filled(40)
  const [, second = ''] = readdirSync(folder).toSorted()
  const inFirst = Number(second.slice(0, 12)) - 1
  outbox.acknowledge(40)
  outbox.settle(inFirst - 1)
  const before = readdirSync(folder).length
  outbox.settle(inFirst)
  assert.equal(readdirSync(folder).length, before - 1)
  assert.equal(outbox.firstNumber, inFirst + 1)
})

test('an outbox that goes on is not sent, one that has ended is once the server has all of it', () => {
  const { outbox, folder } = filled(3)
  outbox.acknowledge(3)
  outbox.sync()
  assert.deepEqual(readOutboxProgress(folder), { settled: 0, isSent: false })
  outbox.close()
  assert.deepEqual(readOutboxProgress(folder), { settled: 0, isSent: true })
  const again = openDiskOutbox(folder)
  again.acknowledge(2)
  again.close()
  assert.deepEqual(readOutboxProgress(folder), { settled: 0, isSent: false })
})

test('progress is written when it has changed', () => {
  const { outbox, folder } = filled(3)
  outbox.sync()
  const path = join(folder, 'progress.json')
  rmSync(path)
  outbox.sync()
  assert.equal(existsSync(path), false)
  outbox.acknowledge(3)
  outbox.settle(1)
  outbox.sync()
  assert.deepEqual(readOutboxProgress(folder), { settled: 1, isSent: false })
})

for (const text of [
  '',
  'null',
  '{}',
  '{"settled":-1,"isSent":true}',
  '{"settled":1.5,"isSent":true}',
  '{"settled":1}',
  '{"isSent":true}',
]) {
  test(`damaged progress says that nothing is settled or sent: ${text}`, () => {
    const folder = mkdtempSync(join(root, 'stream-'))
    writeFileSync(join(folder, 'progress.json'), text)
    assert.deepEqual(readOutboxProgress(folder), { settled: 0, isSent: false })
  })
}

test('other files beside the segments are left alone', () => {
  const { folder } = filled(3)
  const bytes = readFileSync(lastSegment(folder))
  for (const name of ['000000000004.frames.bak', 'x000000000004.frames', '4.frames']) {
    writeFileSync(join(folder, name), bytes)
  }
  assert.equal(openDiskOutbox(folder).lastNumber, 3)
  assert.equal(readdirSync(folder).length, 4)
})

test('a segment with another number than its records is dropped, as is an empty one', () => {
  const { folder } = filled(3)
  writeFileSync(join(folder, '000000000004.frames'), readFileSync(lastSegment(folder)))
  writeFileSync(join(folder, '000000000009.frames'), '')
  assert.equal(openDiskOutbox(folder).lastNumber, 3)
})

for (const [rule, length] of [
  ['too short for a number', 12],
  ['longer than a frame', FRAME_BYTES_MAX + 1],
  ['of a gigabyte', 2 ** 30],
] as const) {
  test(`a record with a right checksum that is ${rule} ends its segment`, () => {
    const { folder } = filled(3)
    const path = lastSegment(folder)
    const frame = Buffer.alloc(4 + Math.min(length, 20_000))
    frame.writeUInt32LE(length)
    frame.writeBigUInt64LE(4n, 5)
    const checksum = Buffer.alloc(4)
    checksum.writeUInt32LE(crc32(frame))
    const whole = readFileSync(path)
    writeFileSync(path, Buffer.concat([whole, frame, checksum]))
    assert.equal(openDiskOutbox(folder).lastNumber, 3)
    assert.deepEqual(readFileSync(path), whole)
  })
}

test('the longest frame is read again', () => {
  const folder = mkdtempSync(join(root, 'stream-'))
  openDiskOutbox(folder).append(1, new Uint8Array(FRAME_BYTES_MAX - 17))
  assert.equal(openDiskOutbox(folder).lastNumber, 1)
})

test('an outbox that is a file is a fault', () => {
  const path = join(root, 'a file')
  writeFileSync(path, '')
  assert.throws(() => openDiskOutbox(path), { code: 'ENOTDIR' })
})

test('a disk that is read-only for now still has what is to be sent, and lets go of it later', (t) => {
  const { outbox, folder } = filled(40)
  outbox.acknowledge(40)
  const disk = makeFaulty(folder)
  t.after(() => disk.restore())
  disk.fault = 'readOnly'
  outbox.settle(40)
  const before = readdirSync(folder).length
  assert.deepEqual(numbersFrom(outbox, 1), range(1, 40))
  assert.equal(outbox.dropOldestSegment(), null)
  disk.fault = null
  outbox.settle(40)
  assert.ok(readdirSync(folder).length < before)
})

test('a record that finds room for a part is stored whole in the next segment', (t) => {
  const disk = makeFaulty(root)
  t.after(() => disk.restore())
  const { outbox, folder } = filled(2)
  const [path] = readdirSync(folder).map((name) => join(folder, name))
  const { size } = statSync(path ?? '')
  disk.fault = 'full'
  disk.freeBytes = 300
  outbox.append(3, new Uint8Array(700))
  assert.match(outbox.fault ?? '', /^ENOSPC: no space left/)
  assert.equal(statSync(path ?? '').size, size)
  disk.fault = null
  outbox.close()
  assert.deepEqual(readdirSync(folder).toSorted(), [
    '000000000001.frames',
    '000000000003.frames',
    'progress.json',
  ])
  assert.deepEqual(numbersFrom(openDiskOutbox(folder), 1), [1, 2, 3])
})

test('a first record that finds no room leaves no file, and is in memory', (t) => {
  const folder = mkdtempSync(join(root, 'stream-'))
  const disk = makeFaulty(folder)
  t.after(() => disk.restore())
  const outbox = openDiskOutbox(folder)
  disk.fault = 'full'
  outbox.append(1, new Uint8Array(700))
  assert.deepEqual(readdirSync(folder), [])
  assert.deepEqual(numbersFrom(outbox, 1), [1])
  assert.equal(outbox.dropOldestSegment(), null)
  outbox.close()
  assert.deepEqual(readdirSync(folder), [])
})

test('every file that is opened is closed', (t) => {
  const opened = new Set<number>()
  const original = { ...fs }
  t.mock.method(fs, 'openSync', (...given: Parameters<typeof fs.openSync>) => {
    const file = original.openSync(...given)
    opened.add(file)
    return file
  })
  t.mock.method(fs, 'closeSync', (file: number) => {
    original.closeSync(file)
    opened.delete(file)
  })
  const disk = makeFaulty(root)
  t.after(() => {
    disk.restore()
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  const { outbox } = filled(40)
  // Only the segment that is written to is in memory.
  assert.equal(opened.size, 1)
  const cursor = outbox.readFrom(1)
  while (cursor.next() !== null) assert.ok(opened.size <= 2, `${opened.size} are open`)
  disk.fault = 'readOnly'
  outbox.append(41, new Uint8Array(700))
  assert.equal(cursor.next()?.lastNumber, 41)
  assert.equal(opened.size, 0)
  disk.fault = null
  outbox.append(42, new Uint8Array(700))
  assert.equal(cursor.next()?.lastNumber, 42)
  cursor.close()
  cursor.close()
  outbox.leaveFile()
  assert.equal(opened.size, 0)
  outbox.append(43, new Uint8Array(700))
  outbox.close()
  assert.equal(opened.size, 0)
})

test('what was written is handed to the disk at most once', (t) => {
  const synced: number[] = []
  t.mock.method(fs, 'fdatasync', (file: number) => synced.push(file))
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  const { outbox } = filled(2)
  outbox.sync()
  outbox.sync()
  assert.equal(synced.length, 1)
  outbox.append(3, new Uint8Array(10))
  outbox.sync()
  assert.equal(synced.length, 2)
  outbox.append(4, new Uint8Array(10))
  outbox.leaveFile()
  outbox.sync()
  assert.equal(synced.length, 2)
})

function fail(): never {
  throw Object.assign(new Error('EIO: failed'), { code: 'EIO' })
}

/** The disk takes nothing until the fault is over. */
function failingDisk(fault = { isOver: false }): DiskAttempts {
  const disk = createDiskAttempts(() => false, 0)
  return {
    get fault() {
      return disk.fault
    },
    attempt: (write) => disk.attempt(fault.isOver ? write : fail),
  }
}

function batchesFrom(outbox: Outbox, from: number) {
  const batches: { numbers: number[]; lastNumber: number; size: number }[] = []
  const cursor = outbox.readFrom(from)
  for (let batch = cursor.next(); batch !== null; batch = cursor.next()) {
    const numbers: number[] = []
    createFrameReader(({ payload }) => numbers.push(readDatagramPayload(payload).number))(
      batch.frames,
    )
    batches.push({ numbers, lastNumber: batch.lastNumber, size: batch.frames.length })
  }
  cursor.close()
  return batches
}

function filled(
  count: number,
  disk = createDiskAttempts(() => false, 0),
): { outbox: DiskOutbox; folder: string } {
  const folder = mkdtempSync(join(root, 'stream-'))
  const outbox = openDiskOutbox(folder, { segmentBytes: SEGMENT_BYTES, disk })
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
