import { encodeDatagram } from '@pitboard/contract/ingest/ingest-frames'
import {
  closeSync,
  fdatasync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { crc32 } from 'node:zlib'
import type { Outbox, OutboxBatch, OutboxCursor } from '../stream/outbox.ts'
import { FRAME_BYTES_MAX } from '@pitboard/contract/ingest/ingest-protocol'

const READ_BYTES = 128 * 1024

interface Segment {
  readonly path: string
  readonly firstNumber: number
  lastNumber: number
  bytes: number
}

/** Reads segments on from a number; the list may grow at its end and shrink before the cursor. */
function createDiskCursor(segments: readonly Segment[], from: number): OutboxCursor {
  const buffer = Buffer.alloc(READ_BYTES)
  let number = from
  let open: { segment: Segment; file: number; at: number; next: number } | null = null

  function close(): void {
    if (open !== null) closeSync(open.file)
    open = null
  }

  function next(): OutboxBatch | null {
    for (;;) {
      if (open === null || number > open.segment.lastNumber) {
        const segment = segments.find(({ lastNumber }) => lastNumber >= number)
        if (segment === undefined) return null
        if (open?.segment !== segment) {
          close()
          open = { segment, file: openSync(segment.path, 'r'), at: 0, next: segment.firstNumber }
        }
      }
      const size = readSync(open.file, buffer, 0, READ_BYTES, open.at)
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
  /** The frames alone, as they go over the wire. */
  readonly frames: readonly Uint8Array[]
  readonly lastNumber: number
  /** Where the last whole record ends. */
  readonly bytes: number
}

/** The whole records at the start of `buffer`, up to the first that is cut, torn or out of order. */
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
  sync(): void
  close(): void
}

/**
 * An outbox in a folder of append-only segments, named by their first number. A record is the
 * frame as it goes over the wire and a CRC-32, which finds records that a crash has damaged. Segments
 * stay until they are settled.
 */
export function openDiskOutbox(folder: string, segmentBytes = SEGMENT_BYTES): DiskOutbox {
  mkdirSync(folder, { recursive: true })
  const segments = readSegments(folder)
  let lastNumber = segments.at(-1)?.lastNumber ?? 0
  let { settled } = readOutboxProgress(folder)
  let acknowledged = settled
  let savedProgress = ''
  let file: number | null = null
  let dirty = false

  function segmentForAppend(): { segment: Segment; file: number } {
    const last = segments.at(-1)
    if (file !== null && last !== undefined && last.bytes < segmentBytes) {
      return { segment: last, file }
    }
    if (file !== null) closeSync(file)
    const path = join(folder, `${String(lastNumber + 1).padStart(12, '0')}.frames`)
    const segment: Segment = { path, firstNumber: lastNumber + 1, lastNumber, bytes: 0 }
    file = openSync(path, 'w', 0o600)
    segments.push(segment)
    return { segment, file }
  }

  /** The last segment stays while it is written to, and for its number. */
  function dropFirstSegment(upTo: number): number | null {
    const [first] = segments
    if (first === undefined || segments.length === 1 || first.lastNumber > upTo) return null
    rmSync(first.path, { force: true })
    segments.shift()
    return first.bytes
  }

  /** An outbox that still grows is not sent. Without the file the datagrams are only sent again. */
  function saveProgress(): void {
    const isSent = file === null && acknowledged >= lastNumber
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
      const { segment, file } = segmentForAppend()
      const frame = encodeDatagram({ number: lastNumber + 1, atMs, bytes })
      const record = Buffer.alloc(frame.length + CRC_BYTES)
      record.set(frame)
      record.writeUInt32LE(crc32(frame), frame.length)
      writeSync(file, record)
      lastNumber++
      segment.lastNumber = lastNumber
      segment.bytes += record.length
      dirty = true
    },
    readFrom: (number) => createDiskCursor(segments, number),
    acknowledge(number) {
      acknowledged = Math.min(number, lastNumber)
    },
    settle(number) {
      // A server settles what it has.
      settled = Math.max(settled, Math.min(number, acknowledged))
      while (dropFirstSegment(settled) !== null);
    },
    dropOldestSegment: () => dropFirstSegment(acknowledged),
    sync() {
      saveProgress()
      if (!dirty || file === null) return
      dirty = false
      fdatasync(file, () => {})
    },
    close() {
      if (file !== null) closeSync(file)
      file = null
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

/** What outlives the recorder. `isSent`: the server has all of an outbox that is complete. */
export function readOutboxProgress(folder: string): OutboxProgress {
  try {
    return Value.Parse(OutboxProgress, JSON.parse(readFileSync(join(folder, PROGRESS), 'utf8')))
  } catch {
    return { settled: 0, isSent: false }
  }
}

function readSegments(folder: string): Segment[] {
  const names = readdirSync(folder).filter((name) => SEGMENT_NAME.test(name))
  const segments: Segment[] = []
  for (const name of names.toSorted()) {
    const path = join(folder, name)
    const firstNumber = Number(SEGMENT_NAME.exec(name)?.[1])
    const { lastNumber, bytes } = readRecords(readFileSync(path), firstNumber)
    truncate(path, bytes)
    if (lastNumber < firstNumber) continue
    segments.push({ path, firstNumber, lastNumber, bytes })
  }
  return segments
}

function truncate(path: string, bytes: number): void {
  const file = openSync(path, 'r+')
  ftruncateSync(file, bytes)
  closeSync(file)
}
