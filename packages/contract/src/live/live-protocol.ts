import type { LiveSession } from './live.ts'
import type { SessionEvent } from '../sessions/session-events.ts'

/**
 * The number rises with changes of messages, columns and predictions. Viewers request it, and timelines of
 * another version are not read.
 */
export const LIVE_PROTOCOL = 2

/**
 * A viewer's WebSocket carries these messages (docs/live-protocol.md). The server sends them as JSON text; a
 * viewer sends nothing. `at` is a moment of the timeline in milliseconds since it began.
 */
export type LiveMessage =
  | StateMessage
  /** It is sent when nothing changes for a while, to show that the connection is alive. */
  | { t: 'heartbeat'; v: number; at: number }
  /** The followed user is not driving; a snapshot follows once they do. */
  | { t: 'waiting' }
  /** The session is over; `recordedId` is its recorded session, and null if it was not stored. */
  | { t: 'ended'; v: number; recordedId: string | null }

/** Such a message makes a state. Replays have no other messages. */
export type StateMessage =
  | { t: 'snapshot'; v: number; at: number; state: LiveSession }
  | DeltaMessage

/** A delta turns version `v - 1` into version `v`. */
export interface DeltaMessage {
  t: 'delta'
  v: number
  at: number
  /** The session time grows by this many ms. */
  d: number
  /** The cars moved by this many ms; it is absent where it equals `d`. */
  m?: number
  /** Each column has differences from the prediction, by index in `drivers`. */
  c?: Record<string, Column>
  /** Every other change has a path and a new value. */
  p?: Patch[]
  /** These events are appended to the feed. */
  e?: SessionEvent[]
}

/** A column has one integer per driver, or only the non-zero ones by index in `drivers`. */
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
  /** The server stops or hands the session over, so that the viewer should reconnect. */
  Moved: 4009,
} as const
