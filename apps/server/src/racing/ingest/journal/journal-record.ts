import { crc32 } from 'node:zlib'
import type { IngestedSession } from '@pitboard/contract/ingest/ingest-protocol'

/** A recorder sees a session like this; the server adds its addresses. */
export type StreamSession = Pick<IngestedSession, 'id' | 'sessionId' | 'status'>

/** The state says how far a recorder's stream has come. */
export interface StreamState {
  readonly id: string
  /** It is the highest number that was taken. */
  readonly position: number
  readonly lastAtMs: number
  readonly sessions: readonly StreamSession[]
}

/**
 * Each record is one input of a user's tracker, in the order it was given, or what must outlive a restart
 * beside it. Everything the tracker does follows from these.
 */
export type JournalRecord =
  /** It is the first record of every segment, because the segments before it may be gone. */
  | {
      readonly kind: 'head'
      readonly streams: readonly StreamState[]
      /** It is the epoch of the claim under which the segment was written; older versions wrote none. */
      readonly epoch?: number
    }
  /** `stream` is its place in the order of heads and `stream` records; null for a UDP lease. */
  | {
      readonly kind: 'datagram'
      readonly stream: number | null
      readonly number: number
      readonly atMs: number
      readonly bytes: Uint8Array
    }
  | { readonly kind: 'stream'; readonly id: string }
  | { readonly kind: 'tick' | 'finish'; readonly atMs: number }
  /** Sessions of these UIDs that opened before this are stored, or discarded. */
  | {
      readonly kind: 'settled'
      readonly uids: readonly string[]
      readonly session: StreamSession
    }

const KINDS = ['head', 'datagram', 'stream', 'tick', 'finish', 'settled'] as const
const DATAGRAM = 1
const NO_STREAM = 0xffff
const FRAME_BYTES = 8
const DATAGRAM_HEAD_BYTES = 19
const RECORD_BYTES_MAX = 4 * 1024 * 1024

/** A record has the u32 length and the u32 CRC of its body, then the body: u8 kind, and JSON or the datagram. */
export function encodeRecord(record: JournalRecord): Buffer {
  const body = record.kind === 'datagram' ? datagramBody(record) : jsonBody(record)
  body.writeUInt32LE(body.length - FRAME_BYTES, 0)
  body.writeUInt32LE(crc32(body.subarray(FRAME_BYTES)), 4)
  return body
}

function datagramBody(record: Extract<JournalRecord, { kind: 'datagram' }>): Buffer {
  const body = Buffer.allocUnsafe(FRAME_BYTES + DATAGRAM_HEAD_BYTES + record.bytes.length)
  body.writeUInt8(DATAGRAM, FRAME_BYTES)
  body.writeUInt16LE(record.stream ?? NO_STREAM, FRAME_BYTES + 1)
  body.writeDoubleLE(record.number, FRAME_BYTES + 3)
  body.writeDoubleLE(record.atMs, FRAME_BYTES + 11)
  body.set(record.bytes, FRAME_BYTES + DATAGRAM_HEAD_BYTES)
  return body
}

function jsonBody({ kind, ...rest }: JournalRecord): Buffer {
  const json = Buffer.from(JSON.stringify(rest))
  const body = Buffer.allocUnsafe(FRAME_BYTES + 1 + json.length)
  body.writeUInt8(KINDS.indexOf(kind), FRAME_BYTES)
  json.copy(body, FRAME_BYTES + 1)
  return body
}

/**
 * Reads the records of a segment as far as they are whole, because a crash can leave the last ones torn.
 * Returns how many bytes were whole.
 */
export function* readRecords(segment: Buffer): Generator<JournalRecord, number> {
  let at = 0
  while (segment.length - at > FRAME_BYTES) {
    const length = segment.readUInt32LE(at)
    const start = at + FRAME_BYTES
    if (length === 0 || length > RECORD_BYTES_MAX || start + length > segment.length) break
    const body = segment.subarray(start, start + length)
    if (crc32(body) !== segment.readUInt32LE(at + 4)) break
    const record = decodeBody(body)
    if (record === null) break
    yield record
    at = start + length
  }
  return at
}

function decodeBody(body: Buffer): JournalRecord | null {
  const kind = KINDS[body.readUInt8(0)]
  if (kind === undefined) return null
  if (kind !== 'datagram') {
    // The CRC covers what encodeRecord wrote.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { kind, ...JSON.parse(body.toString('utf8', 1)) } as JournalRecord
  }
  const stream = body.readUInt16LE(1)
  return {
    kind,
    stream: stream === NO_STREAM ? null : stream,
    number: body.readDoubleLE(3),
    atMs: body.readDoubleLE(11),
    bytes: body.subarray(DATAGRAM_HEAD_BYTES),
  }
}
