import type { Log } from '../../platform/diagnostics/log.ts'
import type { StreamSession } from './journal-record.ts'
import type { IngestMetrics } from './metrics.ts'
import type { PendingTotal } from './session-limits.ts'
import type { StorageContext } from './session-storage.ts'
import type { Stream } from './streams.ts'

export interface RecordingContext extends StorageContext {
  readonly log: Log
  readonly metrics: IngestMetrics
  readonly pendingTotal: PendingTotal
  /** Aborted when the server stops: a replay under way is left for the next start. */
  readonly stopping: AbortSignal
}

/** Whoever sends for the user now: a recorder's connection or a UDP lease. */
export interface Source {
  readonly stream: Stream | null
  /** Something else sends for this user now. */
  replaced(): void
  /** The user's journal can't be written. */
  failed(): void
  session(session: StreamSession): void
  durable(number: number): void
}

/** Everything one user's game sends, in order: journal first, then tracker, rooms and rows. */
export interface Recording {
  readonly userId: string
  stream(id: string): Stream
  attach(source: Source): void
  detach(source: Source): void
  /** Numbers up to the stream's position were taken before and change nothing. */
  push(stream: Stream | null, number: number, atMs: number, bytes: Uint8Array): void
  /**
   * Nothing more comes for now: a session that the game has ended waits for nothing any more.
   * With `endsSession` any open session ends.
   */
  finish(endsSession: boolean): void
  tick(): void
  pendingBytes(): number
  /** For how long a sender that opens sessions too fast has to wait. */
  waitMs(): number
  /** Too many sessions wait to be stored: the sender has to wait as well. */
  isBehind(): boolean
  sync(): Promise<void>
  /** Everything that has ended is stored. */
  settled(): Promise<void>
  hasFailed(): boolean
  /** Nothing is open, waiting or sending. */
  isIdle(): boolean
  close(): Promise<void>
  /** Ends as a crash does: nothing is flushed. */
  abandon(): Promise<void>
}
