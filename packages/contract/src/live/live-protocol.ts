import type { LiveSession } from './live.ts'
import type { SessionEvent } from '../sessions/session-events.ts'

/**
 * Counts the changes of messages, columns and predictions. Viewers request it, and timelines of
 * another version are not read.
 */
export const LIVE_PROTOCOL = 2

/**
 * What a viewer's WebSocket carries (docs/live-protocol.md). The server sends these as JSON
 * text; a viewer sends nothing. `at` is a moment of the timeline: milliseconds since it began.
 */
export type LiveMessage =
  | StateMessage
  /** Sent when nothing changes for a while: the connection is alive. */
  | { t: 'heartbeat'; v: number; at: number }
  /** The followed user is not driving; a snapshot follows once they do. */
  | { t: 'waiting' }
  /** The session is over; `recordedId` is its recorded session, null if it was not stored. */
  | { t: 'ended'; v: number; recordedId: string | null }

/** A message that makes a state. Replays have no others. */
export type StateMessage =
  | { t: 'snapshot'; v: number; at: number; state: LiveSession }
  | DeltaMessage

/** Turns version `v - 1` into version `v`. */
export interface DeltaMessage {
  t: 'delta'
  v: number
  at: number
  /** Adds so many ms to the session time. */
  d: number
  /** How far the cars moved in ms; absent where it is `d`. */
  m?: number
  /** Columns have differences from the prediction, by index in `drivers`. */
  c?: Record<string, Column>
  /** Every other change: path and new value. */
  p?: Patch[]
  /** Events to append. */
  e?: SessionEvent[]
}

/** Has one integer per driver, or only the non-zero ones by index in `drivers`. */
export type Column = number[] | Record<string, number>
export type Patch = [path: (string | number)[], value: unknown]

export const LiveCloseCode = {
  /** The session is over. */
  Ended: 4000,
  /** The viewer sent a message, or requested a protocol version that is not supported. */
  Protocol: 4002,
  /** There is no such live session or user. */
  NotFound: 4004,
  /** The viewer's connection was too slow, even for snapshots. */
  TooSlow: 4008,
  /** The server stops or hands the session over: reconnect. */
  Moved: 4009,
} as const
