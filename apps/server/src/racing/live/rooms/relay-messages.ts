import type { LiveMessage, StateMessage } from '@pitboard/contract/live/live-protocol'
import { gunzip, gzip } from '../../../platform/http/compression.ts'
import type { SentHead, SentMessage } from './audience.ts'
import { readSharedFrame, type SharedFrame } from './frame.ts'

/**
 * Messages with these subjects go between the server that records a session, its owner, and the servers that have
 * viewers of it.
 */
export const relaySubjects = {
  /** The owner's room publishes each message here, in the forms of the frame that its own viewers get. */
  messages: (sessionId: string) => `live.${sessionId}.tick`,
  state: (sessionId: string) => `live.${sessionId}.state`,
  /** A server publishes here how many viewers it has. */
  viewers: (sessionId: string) => `live.${sessionId}.viewers`,
}

/** A server announces at this interval that it has viewers of a session. */
export const ANNOUNCE_MS = 2_000

const INSTANCE_BYTES = 8
/** These bytes follow the instance: the place of the kind in `KINDS`, the version and the moment. */
const HEAD_BYTES = 17
const KINDS = ['delta', 'heartbeat', 'ended'] as const
/** A delta of this kind has both forms of its frame, and a head of its own for them. */
const CONTINUED_DELTA = KINDS.length
/** These bytes follow the head: the first version that the continued form refers to, and the length of the other form. */
const CONTINUED_HEAD_BYTES = 12
/** Servers of 1.0.0 announce their viewers without this word, and read one form of a frame. */
const READS_CONTINUED = 'continued'
const VIEWERS_MAX = 10_000_000
const NODE_PATTERN = /^[0-9a-f-]{36}$/

/** A server has this many viewers of the session; with 0 it needs no more messages. */
export interface Interest {
  readonly node: string
  readonly viewers: number
  readonly readsContinued: boolean
}

/**
 * The message is that of one room. Versions of different rooms do not follow each other: after its owner is
 * lost, a session has another room on another server.
 */
export interface RelayedMessage {
  readonly instance: string
  /** It is null where the room has closed without an end of the session. */
  readonly content: RelayedContent | null
}

/** A server must know this of each message; the message itself is read only if a state is needed. */
export interface RelayedContent extends SentHead {
  /** It is the moment of the timeline; 0 at the end. */
  readonly atMs: number
  readonly frame: SharedFrame
  /** Throws where the frame cannot be read. */
  read(): LiveMessage
}

export interface RelayedState {
  readonly instance: string
  readonly message: Extract<StateMessage, { t: 'snapshot' }>
}

/** Encodes a message with both forms of its frame where every server reads them, else with the one that all read. */
export function encodeMessage(
  instance: Buffer,
  message: SentMessage,
  frame: SharedFrame,
  readsContinued: boolean,
): Buffer {
  const sinceVersion = message.t === 'delta' && readsContinued ? frame.sinceVersion : null
  const head = Buffer.alloc(HEAD_BYTES)
  head[0] = sinceVersion === null ? KINDS.indexOf(message.t) : CONTINUED_DELTA
  head.writeDoubleBE(message.v, 1)
  head.writeDoubleBE(message.t === 'ended' ? 0 : message.at, 9)
  const deflated = frame.deflated(false)
  if (sinceVersion === null) return Buffer.concat([instance, head, deflated])
  const continuedHead = Buffer.alloc(CONTINUED_HEAD_BYTES)
  continuedHead.writeDoubleBE(sinceVersion, 0)
  continuedHead.writeUInt32BE(deflated.length, 8)
  return Buffer.concat([instance, head, continuedHead, deflated, frame.deflated(true)])
}

/** Encodes that the room `instance` has closed. */
export function encodeClosed(instance: Buffer): Buffer {
  return instance
}

/** Throws where it is not a message. */
export function decodeMessage(payload: Uint8Array): RelayedMessage {
  // The payload belongs to the connection.
  const bytes = Buffer.from(payload)
  const instance = bytes.toString('hex', 0, INSTANCE_BYTES)
  if (bytes.length === INSTANCE_BYTES) return { instance, content: null }
  const place = bytes.readUInt8(INSTANCE_BYTES)
  const kind = place === CONTINUED_DELTA ? 'delta' : KINDS[place]
  if (!kind) throw new RangeError('A message between servers has an unknown kind.')
  const forms = bytes.subarray(INSTANCE_BYTES + HEAD_BYTES)
  const { frame, text } = place === CONTINUED_DELTA ? readBothForms(forms) : readSharedFrame(forms)
  return {
    instance,
    content: {
      t: kind,
      v: bytes.readDoubleBE(INSTANCE_BYTES + 1),
      atMs: bytes.readDoubleBE(INSTANCE_BYTES + 9),
      frame,
      read: () => JSON.parse(text()),
    },
  }
}

function readBothForms(bytes: Buffer): ReturnType<typeof readSharedFrame> {
  const sinceVersion = bytes.readDoubleBE(0)
  const continuedAt = CONTINUED_HEAD_BYTES + bytes.readUInt32BE(8)
  const continued = bytes.subarray(continuedAt)
  const deflated = bytes.subarray(CONTINUED_HEAD_BYTES, continuedAt)
  return readSharedFrame(deflated, { sinceVersion, bytes: continued })
}

export function encodeState(state: RelayedState): Promise<Buffer> {
  return gzip(JSON.stringify(state))
}

export async function decodeState(payload: Uint8Array): Promise<RelayedState> {
  const state: RelayedState = JSON.parse((await gunzip(payload)).toString())
  return state
}

export function encodeInterest({ node, viewers, readsContinued }: Interest): Buffer {
  return Buffer.from(`${node} ${viewers}${readsContinued ? ` ${READS_CONTINUED}` : ''}`)
}

/** Returns null for a reader without viewers. */
export function decodeInterest(payload: Uint8Array): Interest | null {
  const [node = '', count, ...reads] = Buffer.from(payload).toString().split(' ')
  const viewers = Number(count)
  const isValid = NODE_PATTERN.test(node) && Number.isInteger(viewers) && viewers >= 0
  if (!isValid) return null
  const readsContinued = reads.includes(READS_CONTINUED)
  return { node, viewers: Math.min(viewers, VIEWERS_MAX), readsContinued }
}
