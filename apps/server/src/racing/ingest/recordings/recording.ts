import type { Log } from '../../../platform/diagnostics/log.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalReplica } from '../journal/journal-replica.ts'
import type { JournalRecord, StreamSession } from '../journal/journal-record.ts'
import type { IngestMetrics } from './metrics.ts'
import type { Settled } from './replay-journal.ts'
import type { PendingTotal, SessionLimits } from './session-limits.ts'
import type { OwnedStream } from '../../ownership/ownership.ts'
import type { Tracing } from '../../../platform/tracing/tracing.ts'
import type { StorageContext } from './store-session.ts'
import type { Stream, Streams } from './streams.ts'

export interface RecordingContext extends StorageContext {
  readonly tracing: Tracing
  readonly log: Log
  readonly metrics: IngestMetrics
  readonly replica: JournalReplica
  readonly pendingTotal: PendingTotal
  /** Aborted when the server stops: a replay under way is left for the next start. */
  readonly stopping: AbortSignal
}

/** Sends the datagrams of a user: it is a recorder's connection or a UDP lease. */
export interface Source {
  readonly stream: Stream | null
  /** Another source sends for this user now. */
  replaced(): void
  /** The user's journal can't be written. */
  failed(): void
  /** Another server records this user now. */
  moved(): void
  session(session: StreamSession): void
  durable(number: number): void
  /** `settled` of this or another stream of the user has grown. */
  settled?(stream: Stream): void
}

/** Everything one user's game sends, in order: journal first, then tracker, rooms and rows. */
export interface Recording {
  readonly userId: string
  readonly owned: OwnedStream
  stream(id: string): Stream
  streams(): readonly Stream[]
  /**
   * The recorder has no datagrams before `firstNumber`: where the server has less, or has missed a part,
   * the stream goes on there.
   */
  startAt(stream: Stream, firstNumber: number): void
  /** Brings `settled` of every stream up to date. */
  settleStreams(): void
  attach(source: Source): void
  detach(source: Source): void
  /** Ignores numbers up to the stream's position: they were taken before. */
  push(stream: Stream | null, number: number, atMs: number, bytes: Uint8Array): void
  /**
   * No more datagrams come for now: ends a session that the game has ended, with `endsSession` any
   * open session.
   */
  finish(endsSession: boolean): void
  tick(): void
  pendingBytes(): number
  /** How long a sender that opens sessions too fast has to wait. */
  waitMs(): number
  /** Too many sessions wait to be stored: the sender has to wait as well. */
  isBehind(): boolean
  /** Everything pushed before is on this server's disk when it resolves. */
  sync(): Promise<void>
  /** Everything pushed before is acknowledged; false where that takes longer. */
  syncBoth(withinMs: number): Promise<boolean>
  /** Resolves when everything that has ended is stored. */
  settled(): Promise<void>
  hasFailed(): boolean
  /** Nothing is open, waiting or sending. */
  isIdle(): boolean
  close(): Promise<void>
  /** Sends its source and viewers to the server that records the user now, and stores nothing. */
  move(): Promise<void>
  /** Ends as a crash does: nothing is flushed. */
  abandon(): Promise<void>
}

/** What a recording shares with the states of its sessions. */
export interface RecordingState {
  readonly context: RecordingContext
  readonly userId: string
  readonly owned: OwnedStream
  readonly folder: string
  readonly streams: Streams
  readonly limits: SessionLimits
  /** Null while it is replayed. */
  journal: Journal | null
  readonly replay: {
    segment: number
    /** The sessions that were settled before the restart, by UID. */
    readonly settled: ReadonlyMap<string, Settled>
    /** Records that were made during the replay. */
    readonly records: JournalRecord[]
  }
  source: Source | null
  /** How many records the journal has had. */
  records: number
  /** Older segments are removed. */
  firstSegment: number
  /** When the newest datagram was sent, and when it arrived. */
  lastAtMs: number
  receivedMs: number
  /** How often a session was opened. */
  opened: number
}

/** During a replay the record waits for the new journal. */
export function appendRecord(state: RecordingState, record: JournalRecord): void {
  if (state.journal === null) {
    state.replay.records.push(record)
    return
  }
  state.journal.append(record)
  state.records++
}
