import type { LiveSession } from './live.ts'
import type { SessionEvent } from './session-events.ts'

/**
 * What a viewer's WebSocket carries (docs/live-protocol.md). The server sends these as JSON
 * text; a viewer sends nothing.
 */
export type LiveMessage =
  | { t: 'snapshot'; v: number; state: LiveSession }
  | DeltaMessage
  /** Nothing has changed for a while; the connection is alive. */
  | { t: 'heartbeat'; v: number }
  /** The followed user drives nothing now; a snapshot comes when he does. */
  | { t: 'waiting' }
  /** The session is over; `recordedId` is its recorded session, null where none was kept. */
  | { t: 'ended'; v: number; recordedId: string | null }

/** Turns version `v - 1` into version `v`. */
export interface DeltaMessage {
  t: 'delta'
  v: number
  /** How far session time moved, in ms. */
  d: number
  /** Driver columns: what is left after prediction, by the driver's place in `drivers`. */
  c?: Record<string, Column>
  /** Everything else that changed: where it stands and its new value. */
  p?: Patch[]
  /** Events to append. */
  e?: SessionEvent[]
}

/** One integer a driver, or only those that are not zero, by the driver's place. */
export type Column = number[] | Record<string, number>
export type Patch = [path: (string | number)[], value: unknown]

/** Why the server closed a viewer's socket. */
export const LiveCloseCode = {
  /** The session is over; its recorded page has the rest. */
  Ended: 4000,
  /** The viewer sent something, or asked for a version of the protocol that is not served. */
  Protocol: 4002,
  /** No such live session or user. */
  NotFound: 4004,
  /** The viewer's connection could not keep up, even with snapshots. */
  TooSlow: 4008,
  /** This server stops or hands the session over: connect again. */
  Moved: 4009,
} as const
