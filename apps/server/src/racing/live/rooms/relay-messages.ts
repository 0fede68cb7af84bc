import type { StateMessage } from '@pitboard/contract/live/live-protocol'
import { gunzip, gzip } from '../../../platform/http/compression.ts'
import { readSharedFrame, type SharedFrame } from './frame.ts'

/** Between the server that records a session, its owner, and the servers that have viewers of it. */
export const relaySubjects = {
  /** Each message of the owner's room, as the frame that its own viewers get. */
  messages: (sessionId: string) => `live.${sessionId}.tick`,
  /** Requests for the state. */
  state: (sessionId: string) => `live.${sessionId}.state`,
  /** How many viewers a server has. */
  viewers: (sessionId: string) => `live.${sessionId}.viewers`,
}

/** How often a server says that it has viewers of a session. */
export const ANNOUNCE_MS = 2_000

const INSTANCE_BYTES = 8
const VIEWERS_MAX = 10_000_000
const NODE_PATTERN = /^[0-9a-f-]{36}$/

/** A server has so many viewers of the session; with 0 it needs no more messages. */
export interface Interest {
  readonly node: string
  readonly viewers: number
}

/**
 * A message of one room. Versions of different rooms do not follow each other: after its owner is lost, a
 * session has another room on another server.
 */
export interface RelayedMessage {
  /** Of the room. */
  readonly instance: string
  /** Null where the room has closed without an end of the session. */
  readonly content: { readonly frame: SharedFrame; readonly text: string } | null
}

export interface RelayedState {
  readonly instance: string
  readonly message: Extract<StateMessage, { t: 'snapshot' }>
}

export function encodeMessage(instance: Buffer, frame: SharedFrame | null): Buffer {
  return frame ? Buffer.concat([instance, frame.deflated()]) : instance
}

/** Throws where the frame cannot be read. */
export function decodeMessage(payload: Uint8Array): RelayedMessage {
  // The payload belongs to the connection.
  const bytes = Buffer.from(payload)
  const instance = bytes.toString('hex', 0, INSTANCE_BYTES)
  const isWithFrame = bytes.length > INSTANCE_BYTES
  return { instance, content: isWithFrame ? readSharedFrame(bytes.subarray(INSTANCE_BYTES)) : null }
}

export function encodeState(state: RelayedState): Promise<Buffer> {
  return gzip(JSON.stringify(state))
}

export async function decodeState(payload: Uint8Array): Promise<RelayedState> {
  const state: RelayedState = JSON.parse((await gunzip(payload)).toString())
  return state
}

export function encodeInterest({ node, viewers }: Interest): Buffer {
  return Buffer.from(`${node} ${viewers}`)
}

/** Null for a reader without viewers. */
export function decodeInterest(payload: Uint8Array): Interest | null {
  const [node = '', count] = Buffer.from(payload).toString().split(' ')
  const viewers = Number(count)
  const isValid = NODE_PATTERN.test(node) && Number.isInteger(viewers) && viewers >= 0
  return isValid ? { node, viewers: Math.min(viewers, VIEWERS_MAX) } : null
}
