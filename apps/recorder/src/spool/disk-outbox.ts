import { encodeDatagram } from '@pitboard/contract/ingest/ingest-frames'
import {
  closeSync,
  fdatasync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Outbox } from '../stream/outbox.ts'
import { CRC_BYTES, readRecords } from './outbox-records.ts'
import { createDiskCursor, type Segment } from './disk-cursor.ts'

const SEGMENT_BYTES = 8 * 1024 * 1024
const SEGMENT_NAME = /^(\d{12})\.frames$/

export interface DiskOutbox extends Outbox {
  sync(): void
  close(): void
}

/**
 * An outbox in a folder of append-only segments, named by their first number. A record is the
 * frame as it goes over the wire and a CRC-32: what a crash has cut or torn is found and left out.
 */
export function openDiskOutbox(folder: string, segmentBytes = SEGMENT_BYTES): DiskOutbox {
  mkdirSync(folder, { recursive: true })
  const segments = readSegments(folder)
  let lastNumber = segments.at(-1)?.lastNumber ?? 0
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

  return {
    get lastNumber() {
      return lastNumber
    },
    get firstNumber() {
      return segments[0]?.firstNumber ?? lastNumber + 1
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
      // The last segment stays while it is written to.
      while (segments.length > 1 && (segments[0]?.lastNumber ?? Infinity) <= number) {
        rmSync(segments.shift()?.path ?? '', { force: true })
      }
    },
    sync() {
      if (!dirty || file === null) return
      dirty = false
      fdatasync(file, () => {})
    },
    close() {
      if (file !== null) closeSync(file)
      file = null
    },
  }
}

function readSegments(folder: string): Segment[] {
  const names = readdirSync(folder).filter((name) => SEGMENT_NAME.test(name))
  const segments: Segment[] = []
  for (const name of names.toSorted()) {
    const path = join(folder, name)
    const firstNumber = Number(SEGMENT_NAME.exec(name)?.[1])
    const { lastNumber, bytes } = readRecords(readFileSync(path), firstNumber)
    cutTo(path, bytes)
    if (lastNumber < firstNumber) continue
    segments.push({ path, firstNumber, lastNumber, bytes })
  }
  return segments
}

function cutTo(path: string, bytes: number): void {
  const file = openSync(path, 'r+')
  ftruncateSync(file, bytes)
  closeSync(file)
}
