import { closeSync, openSync, readSync } from 'node:fs'
import type { OutboxBatch, OutboxCursor } from '../stream/outbox.ts'
import { readRecords } from './outbox-records.ts'

const READ_BYTES = 128 * 1024

export interface Segment {
  readonly path: string
  readonly firstNumber: number
  lastNumber: number
  bytes: number
}

/** Reads segments on from a number; the list may grow at its end and shrink before the cursor. */
export function createDiskCursor(segments: readonly Segment[], from: number): OutboxCursor {
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
