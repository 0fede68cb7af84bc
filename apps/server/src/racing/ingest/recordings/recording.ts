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
  /** It is aborted when the server stops: a replay under way is left for the next start. */
  readonly stopping: AbortSignal
}

/** A source sends the datagrams of a user: it is a recorder's connection or a UDP lease. */
export interface Source {
  readonly stream: Stream | null
  /** It is called when another source sends for this user. */
  replaced(): void
  /** It is called when the user's journal cannot be written. */
  failed(): void
  /** It is called when another server records this user. */
  moved(): void
  session(session: StreamSession): void
  durable(number: number): void
  /** It is called when `settled` of this or another stream of the user has grown. */
  settled?(stream: Stream): void
}

/**
 * A recording takes everything that one user's game sends, in order: journal first, then tracker, rooms and
 * rows.
 */
export interface Recording {
  readonly userId: string
  readonly owned: OwnedStream
  stream(id: string): Stream
  streams(): readonly Stream[]
  /**
   * Notes that the recorder has no datagrams before `firstNumber`: where the server has less, or has missed a
   * part, the stream continues there.
   */
  startAt(stream: Stream, firstNumber: number): void
  /** Brings `settled` of every stream up to date. */
  settleStreams(): void
  attach(source: Source): void
  detach(source: Source): void
  /** Ignores numbers up to the stream's position: they were taken before. */
  push(stream: Stream | null, number: number, atMs: number, bytes: Uint8Array): void
  /**
   * Notes that no more datagrams come for now: ends a session that the game has ended, with `endsSession` any
   * open session.
   */
  finish(endsSession: boolean): void
  tick(): void
  pendingBytes(): number
  /** Returns how long a sender that opens sessions too fast has to wait. */
  waitMs(): number
  /** Returns whether too many sessions wait to be stored, so that the sender has to wait as well. */
  isBehind(): boolean
  /** Everything pushed before is on this server's disk when it resolves. */
  sync(): Promise<void>
  /** Resolves with true once everything pushed before is acknowledged; with false where that takes longer. */
  syncBoth(withinMs: number): Promise<boolean>
  /** Resolves when everything that has ended is stored. */
  settled(): Promise<void>
  hasFailed(): boolean
  /** Returns whether nothing is open, waiting or sending. */
  isIdle(): boolean
  close(): Promise<void>
  /** Sends its source and viewers to the server that records the user now, and stores nothing. */
  move(): Promise<void>
  /** Ends as a crash does, without flushing. */
  abandon(): Promise<void>
}

/** The journal that the last start of a server has left is replayed. */
export interface ReplayPhase {
  readonly name: 'replay'
  /** The replayed record is in this segment. */
  segment: number
  /** These records were made during the replay, and wait for the new journal. */
  readonly records: JournalRecord[]
}

/** What is received is written to a new journal. */
export interface JournalPhase {
  readonly name: 'journal'
  readonly journal: Journal
  /** Counts the records that the journal had when its newest segment began. */
  recordsAtRotation: number
}

/** A recording shares this with the states of its sessions. */
export interface RecordingState {
  readonly context: RecordingContext
  readonly userId: string
  readonly owned: OwnedStream
  readonly folder: string
  readonly streams: Streams
  readonly limits: SessionLimits
  phase: ReplayPhase | JournalPhase
  /** The keys are the UIDs of the sessions that were settled before the restart. */
  readonly settled: ReadonlyMap<string, Settled>
  source: Source | null
  /** Counts the records that the journal has had. */
  records: number
  /** Older segments are removed. */
  firstSegment: number
  /** The newest datagram was sent at this time, and arrived at `receivedMs`. */
  lastAtMs: number
  receivedMs: number
  /** Counts how often a session was opened. */
  opened: number
}

/** Appends a record to the journal; during a replay the record waits for the new journal. */
export function appendRecord(state: RecordingState, record: JournalRecord): void {
  const { phase } = state
  if (phase.name === 'replay') {
    phase.records.push(record)
    return
  }
  phase.journal.append(record)
  state.records++
}
