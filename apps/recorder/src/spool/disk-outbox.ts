import { encodeDatagram } from '@pitboard/contract/ingest/ingest-frames'
import {
  closeSync,
  existsSync,
  fdatasync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { crc32 } from 'node:zlib'
import type { Outbox, OutboxBatch, OutboxCursor } from '../stream/outbox.ts'
import { errorCode } from '../failure.ts'
import { createDiskAttempts, DiskFull, ignoreErrors, type DiskAttempts } from './disk-attempts.ts'
import { FRAME_BYTES_MAX } from '@pitboard/contract/ingest/ingest-protocol'

const READ_BYTES = 128 * 1024

interface Segment {
  readonly path: string
  readonly firstNumber: number
  lastNumber: number
  bytes: number
  /** It has the frames while the disk does not take them; null once they are in the file. */
  memory: Uint8Array[] | null
}

/**
 * Reads segments on from a number; the list may grow at its end and shrink before the cursor. `forget` removes
 * one whose file is gone.
 */
function createDiskCursor(
  segments: readonly Segment[],
  from: number,
  forget: (segment: Segment) => void,
): OutboxCursor {
  const buffer = Buffer.alloc(READ_BYTES)
  let number = from
  let open: { segment: Segment; file: number; at: number; next: number } | null = null

  function close(): void {
    if (open !== null) closeSync(open.file)
    open = null
  }

  function nextInMemory({ firstNumber }: Segment, memory: readonly Uint8Array[]): OutboxBatch {
    const frames: Uint8Array[] = []
    let size = 0
    number = Math.max(number, firstNumber)
    for (let frame = memory[number - firstNumber]; frame && size < READ_BYTES;) {
      frames.push(frame)
      size += frame.length
      number++
      frame = memory[number - firstNumber]
    }
    return { frames: Buffer.concat(frames, size), lastNumber: number - 1 }
  }

  function openFile(segment: Segment): number | null {
    try {
      return openSync(segment.path, 'r')
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error
      forget(segment)
      return null
    }
  }

  function next(): OutboxBatch | null {
    for (;;) {
      if (open === null || number > open.segment.lastNumber) {
        const segment = segments.find(({ lastNumber }) => lastNumber >= number)
        if (segment === undefined) return null
        if (segment.memory !== null) {
          close()
          return nextInMemory(segment, segment.memory)
        }
        if (open?.segment !== segment) {
          close()
          const file = openFile(segment)
          if (file === null) continue
          open = { segment, file, at: 0, next: segment.firstNumber }
        }
      }
      // The bytes behind the segment's end belong to a record that did not fit on the disk.
      const rest = Math.min(READ_BYTES, open.segment.bytes - open.at)
      const size = readSync(open.file, buffer, 0, rest, open.at)
      const { frames, lastNumber, bytes } = readRecords(buffer.subarray(0, size), open.next)
      if (frames.length === 0) throw new Error(`${open.segment.path} changed while it was read`)
      const wanted = frames.slice(Math.max(0, number - open.next))
      open.at += bytes
      open.next = lastNumber + 1
      number = Math.max(number, open.next)
      if (wanted.length > 0) return { frames: Buffer.concat(wanted), lastNumber }
    }
  }
  return { next, close }
}

const CRC_BYTES = 4
const LENGTH_BYTES = 4
const NUMBER_AT = 5

interface Records {
  /** The frames stand alone, as they go over the wire. */
  readonly frames: readonly Uint8Array[]
  readonly lastNumber: number
  /** The last whole record ends there. */
  readonly bytes: number
}

/** Reads the whole records at the start of `buffer`, up to the first that is cut, torn or out of order. */
function readRecords(buffer: Buffer, firstNumber: number): Records {
  const frames: Uint8Array[] = []
  let at = 0
  let number = firstNumber
  while (at + LENGTH_BYTES <= buffer.length) {
    const length = buffer.readUInt32LE(at)
    const end = at + LENGTH_BYTES + length
    if (length < NUMBER_AT + 8 || length > FRAME_BYTES_MAX || end + CRC_BYTES > buffer.length) break
    const frame = buffer.subarray(at, end)
    if (crc32(frame) !== buffer.readUInt32LE(end)) break
    if (Number(frame.readBigUInt64LE(NUMBER_AT)) !== number) break
    frames.push(frame)
    number++
    at = end + CRC_BYTES
  }
  return { frames, lastNumber: number - 1, bytes: at }
}

/** Datagrams are written to this segment. */
interface OpenSegment {
  readonly segment: Segment
  readonly file: number
}

/** Memory is given up in parts. */
const MEMORY_PARTS = 16
const SEGMENT_BYTES = 8 * 1024 * 1024
const SEGMENT_NAME = /^(\d{12})\.frames$/

export interface DiskOutbox extends Outbox {
  /** The server has everything up to this number. */
  readonly acknowledgedNumber: number
  /** No session needs the datagrams up to this number any more. */
  readonly settledNumber: number
  readonly isSettled: boolean
  /** Deletes the oldest segment if the server has it; returns its size, or null if nothing was deleted. */
  dropOldestSegment(): number | null
  /** It says why the segment is in memory for now; null while the disk takes it. */
  readonly fault: string | null
  /** Datagrams that the server did not have yet when memory was full, or their file was gone. */
  readonly lost: number
  sync(): void
  /** The file that is written to is gone: what follows goes to a new one. */
  leaveFile(): void
  close(): void
}

interface DiskOutboxOptions {
  readonly segmentBytes?: number
  /** At most this much waits in memory for a disk that takes nothing. */
  readonly memoryBytes?: number
  readonly disk?: DiskAttempts
  /** Makes the folder, and is called before each new segment. */
  readonly prepare?: () => void
}

/** A race sends about 20 kB a second: this is the better part of an hour. */
const MEMORY_BYTES = 64 * 1024 * 1024

/**
 * An outbox is a folder of append-only segments, named by their first number. A record is the frame as it is sent and a
 * CRC-32, which finds records that a crash has damaged. Segments stay until they are settled. While the disk accepts
 * nothing they are in memory, where the oldest make room for the newest: segments that the server has are dropped
 * first.
 */
export function openDiskOutbox(folder: string, options: DiskOutboxOptions = {}): DiskOutbox {
  const {
    segmentBytes = SEGMENT_BYTES,
    memoryBytes = MEMORY_BYTES,
    disk = createDiskAttempts(() => false),
    prepare = () => mkdirSync(folder, { recursive: true }),
  } = options
  const segments = readSegments(folder)
  let lastNumber = segments.at(-1)?.lastNumber ?? 0
  let { settled } = readOutboxProgress(folder)
  let acknowledged = settled
  let savedProgress = ''
  let open: OpenSegment | null = null
  let isGrowing = false
  let dirty = false
  let lost = 0

  function createSegment(memory: Uint8Array[] | null): Segment {
    const firstNumber = lastNumber + 1
    const path = join(folder, `${String(firstNumber).padStart(12, '0')}.frames`)
    return { path, firstNumber, lastNumber, bytes: 0, memory }
  }

  /** Opens the segment only as long as nothing follows it: what follows may have been in memory. */
  function segmentForAppend(): OpenSegment {
    if (open !== null && open.segment === segments.at(-1) && open.segment.bytes < segmentBytes) {
      return open
    }
    closeFile()
    prepare()
    const segment = createSegment(null)
    open = { segment, file: openSync(segment.path, 'w', 0o600) }
    segments.push(segment)
    return open
  }

  function closeFile(): void {
    const closing = open
    open = null
    if (closing !== null) closeSync(closing.file)
  }

  function appendToDisk(frame: Uint8Array): void {
    storeMemory()
    const { segment, file } = segmentForAppend()
    const record = toRecord(frame)
    try {
      writeAll(file, record)
    } catch (error) {
      leaveSegment({ segment, file })
      throw error
    }
    segment.lastNumber = lastNumber + 1
    segment.bytes += record.length
    dirty = true
  }

  /** The next record goes to a new segment: this one may end with half of one. */
  function leaveSegment({ segment, file }: OpenSegment): void {
    open = null
    ignoreErrors(() => ftruncateSync(file, segment.bytes))
    ignoreErrors(() => closeSync(file))
    if (segment.bytes > 0) return
    segments.pop()
    ignoreErrors(() => rmSync(segment.path, { force: true }))
  }

  /** What has waited in memory goes to the disk before anything newer. */
  function storeMemory(): void {
    for (const segment of segments) {
      if (segment.memory === null) continue
      prepare()
      const file = openSync(segment.path, 'w', 0o600)
      try {
        writeAll(file, Buffer.concat(segment.memory.map(toRecord)))
        segment.memory = null
      } finally {
        closeSync(file)
        if (segment.memory !== null) ignoreErrors(() => rmSync(segment.path, { force: true }))
      }
    }
  }

  function appendToMemory(frame: Uint8Array): void {
    let last = segments.at(-1)
    if (last === undefined || last.memory === null || last.bytes >= memoryBytes / MEMORY_PARTS) {
      last = createSegment([])
      segments.push(last)
    }
    last.memory?.push(frame)
    last.lastNumber = lastNumber + 1
    last.bytes += frame.length + CRC_BYTES
    boundMemory(last)
  }

  function boundMemory(newest: Segment): void {
    const inMemory = segments.filter(({ memory }) => memory !== null)
    let bytes = inMemory.reduce((sum, segment) => sum + segment.bytes, 0)
    for (const segment of inMemory) {
      if (bytes <= memoryBytes || segment === newest) return
      bytes -= segment.bytes
      forget(segment)
    }
  }

  function forget(segment: Segment): void {
    const at = segments.indexOf(segment)
    // Nothing more goes to a file that is gone.
    if (open?.segment === segment) ignoreErrors(closeFile)
    if (at !== -1) segments.splice(at, 1)
    lost += Math.max(0, segment.lastNumber - Math.max(segment.firstNumber - 1, acknowledged))
  }

  /** The last segment stays while it is written to, and for its number. */
  function dropFirstSegment(upTo: number): number | null {
    const [first] = segments
    if (first === undefined || segments.length === 1 || first.lastNumber > upTo) return null
    try {
      if (first.memory === null) rmSync(first.path, { force: true })
    } catch {
      // The disk may be read-only for now: a later one is tried again.
      return null
    }
    segments.shift()
    return first.bytes
  }

  /** An outbox that still grows is not sent. Without the file the datagrams are only sent again. */
  function saveProgress(): void {
    const isSent = !isGrowing && acknowledged >= lastNumber
    const text = JSON.stringify({ settled, isSent } satisfies OutboxProgress)
    if (text === savedProgress) return
    try {
      writeFileSync(join(folder, PROGRESS), text, { mode: 0o600 })
      savedProgress = text
    } catch {
      // The folder may be deleted, or the disk full.
    }
  }

  return {
    get lastNumber() {
      return lastNumber
    },
    get firstNumber() {
      const stored = segments[0]?.firstNumber ?? lastNumber + 1
      return Math.min(lastNumber + 1, Math.max(stored, settled + 1))
    },
    isRetaining: true,
    get acknowledgedNumber() {
      return acknowledged
    },
    get settledNumber() {
      return settled
    },
    get isSettled() {
      return settled >= lastNumber
    },
    append(atMs, bytes) {
      const frame = encodeDatagram({ number: lastNumber + 1, atMs, bytes })
      isGrowing = true
      if (!disk.attempt(() => appendToDisk(frame))) appendToMemory(frame)
      lastNumber++
    },
    readFrom: (number) => createDiskCursor(segments, number, forget),
    acknowledge(number) {
      acknowledged = Math.min(number, lastNumber)
    },
    settle(number) {
      // A server settles what it has.
      settled = Math.max(settled, Math.min(number, acknowledged))
      while (dropFirstSegment(settled) !== null);
    },
    dropOldestSegment: () => (segments[0]?.memory === null ? dropFirstSegment(acknowledged) : null),
    get fault() {
      return disk.fault
    },
    get lost() {
      return lost
    },
    sync() {
      saveProgress()
      if (!dirty || open === null) return
      dirty = false
      fdatasync(open.file, () => {})
    },
    leaveFile: () => ignoreErrors(closeFile),
    close() {
      ignoreErrors(storeMemory)
      ignoreErrors(closeFile)
      isGrowing = false
      saveProgress()
    },
  }
}

const PROGRESS = 'progress.json'
const OutboxProgress = Type.Object({
  settled: Type.Integer({ minimum: 0 }),
  isSent: Type.Boolean(),
})
type OutboxProgress = Static<typeof OutboxProgress>

/** Returns what outlives the recorder. `isSent` says that the server has all of an outbox that is complete. */
export function readOutboxProgress(folder: string): OutboxProgress {
  try {
    return Value.Parse(OutboxProgress, JSON.parse(readFileSync(join(folder, PROGRESS), 'utf8')))
  } catch {
    return { settled: 0, isSent: false }
  }
}

function readSegments(folder: string): Segment[] {
  const names = listNames(folder).filter((name) => SEGMENT_NAME.test(name))
  const segments: Segment[] = []
  for (const name of names.toSorted()) {
    const path = join(folder, name)
    const firstNumber = Number(SEGMENT_NAME.exec(name)?.[1])
    const stored = readFileSync(path)
    const { lastNumber, bytes } = readRecords(stored, firstNumber)
    // A disk that is read-only for now still has what is to be sent.
    if (bytes < stored.length) ignoreErrors(() => truncateSync(path, bytes))
    if (lastNumber < firstNumber) continue
    segments.push({ path, firstNumber, lastNumber, bytes, memory: null })
  }
  return segments
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    // A file may be where a folder above it should be: then it is not there either.
    if (!existsSync(folder)) return []
    throw error
  }
}

function toRecord(frame: Uint8Array): Buffer {
  const record = Buffer.alloc(frame.length + CRC_BYTES)
  record.set(frame)
  record.writeUInt32LE(crc32(frame), frame.length)
  return record
}

/** Throws where the disk takes only a part. */
function writeAll(file: number, bytes: Uint8Array): void {
  if (writeSync(file, bytes) < bytes.length) throw new DiskFull()
}
