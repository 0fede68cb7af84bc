import { readHeader } from '@pitboard/telemetry/decode'
import type { EndReason, TrackedSession } from '@pitboard/telemetry/session/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import type { CapturedDatagram } from '../captures/store.ts'
import type { Log } from '../log.ts'
import { rejectReasonOf } from './inspect.ts'
import { listSegments, openJournal, readSegment } from './journal.ts'
import type { JournalRecord, StreamSession } from './journal-record.ts'
import type { IngestMetrics } from './metrics.ts'
import {
  detailOf,
  keptSession,
  settleSession,
  showSession,
  type KeeperContext,
  type KeptSession,
} from './session-keeper.ts'
import { readReplay } from './replay.ts'
import { createStreams, type Stream } from './streams.ts'
import { createTaskQueue } from './task-queue.ts'

/** A session that was cut off may go on: its journal is kept that long, to have it whole. */
const RESUMABLE_MS = 60 * 60_000

export interface RecordingContext extends KeeperContext {
  readonly log: Log
  readonly metrics: IngestMetrics
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
  /** Nothing more comes: the open session ends. */
  finish(): void
  tick(): void
  pendingBytes(): number
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

export async function openRecording(
  context: RecordingContext,
  userId: string,
  folder: string,
): Promise<Recording> {
  const { log, metrics, nowMs } = context
  const streams = createStreams()
  const sessions = new Map<TrackedSession, KeptSession>()
  let failed = false
  let current: KeptSession | null = null
  let source: Source | null = null
  let records = 0
  let recordsAtRotation = 0
  let replayedSegment: number | null = null
  let opened = false
  let ended = false
  let lastAtMs = 0
  let receivedMs = nowMs()
  let droppedBefore = 0
  let resumable: { readonly session: KeptSession; readonly untilMs: number } | null = null

  const queue = createTaskQueue((error) => {
    log.error({ err: error, userId }, 'A session could not be stored yet')
  })
  const journalOpen = Promise.withResolvers<void>()
  queue.add(() => journalOpen.promise)
  const tracker = createTracker({ opened: open, ended: end })
  const replay = await readReplay(folder)
  if (replay.tornSegments.length > 0) {
    log.warn({ userId, segments: replay.tornSegments }, 'Journal segments have a torn end')
  }
  await replay.run((record, segment) => {
    replayedSegment = segment
    take(record)
  })
  const journal = await openJournal({
    folder,
    head() {
      streams.prune()
      return { kind: 'head', streams: streams.states() }
    },
    onBatch() {
      const positions = streams.all().map((stream) => ({ stream, position: stream.position }))
      return () => {
        for (const { stream, position } of positions) stream.durable = position
        if (source?.stream) source.durable(source.stream.durable)
      }
    },
    onError(error) {
      failed = true
      log.error({ err: error, userId }, 'The journal can not be written')
      source?.failed()
    },
  })
  replayedSegment = null
  recordsAtRotation = records
  if (current !== null) show(current)
  queue.add(async () => cleanUp())
  journalOpen.resolve()

  function take(record: JournalRecord): void {
    records++
    if (record.kind === 'head') streams.restore(record.streams)
    else if (record.kind === 'stream') streams.add(record.id)
    else if (record.kind === 'tick') tracker.tick(record.atMs)
    else if (record.kind === 'finish') tracker.finish(record.atMs)
    else if (record.kind === 'datagram') {
      const stream = record.stream === null ? null : (streams.at(record.stream) ?? null)
      takeDatagram(stream, record.number, record.atMs, record.bytes)
      if (stream) stream.durable = stream.position
    }
  }

  function takeDatagram(
    stream: Stream | null,
    number: number,
    atMs: number,
    bytes: Uint8Array,
  ): void {
    if (stream) {
      stream.position = number
      stream.lastAtMs = receivedMs
    }
    if (bytes.length === 0) return
    lastAtMs = atMs
    const tracked = tracker.push(bytes, atMs)
    const session = tracked && sessions.get(tracked)
    if (!session) return
    session.changes++
    session.receivedMs = receivedMs
    if (stream) session.streams.add(stream)
  }

  function open(tracked: TrackedSession): void {
    opened = true
    const segment = replayedSegment ?? journal.segment()
    const session =
      sessions.get(tracked) ??
      keptSession(userId, tracked, { firstSegment: segment, openedAtRecord: records })
    sessions.set(tracked, session)
    session.status = 'live'
    session.openedAtRecord = records
    if (session.firstSegment < droppedBefore) {
      session.captured = true
      session.firstSegment = segment
    }
    current = session
    resumable = null
    if (replayedSegment === null) show(session)
  }

  function show(session: KeptSession): void {
    queue.add(async () => {
      await showSession(context, userId, session)
      // A room is made from the session as it is now: one that has ended meanwhile has none.
      if (session.status === 'live') tell(session)
    })
  }

  function end(tracked: TrackedSession, reason: EndReason): void {
    ended = true
    const session = sessions.get(tracked)
    if (!session) return
    if (current === session) current = null
    const mayGoOn = reason === 'silence' || reason === 'finished' || reason === 'sessionEnded'
    resumable = mayGoOn ? { session, untilMs: nowMs() + RESUMABLE_MS } : null
    const settled = replayedSegment === null ? undefined : replay.settled.get(tracked.uid)
    if (settled && settled.afterRecords > session.openedAtRecord) {
      session.id = settled.session.id
      session.status = settled.session.status
      tell(session)
      return
    }
    const detail = detailOf(session, userId)
    const aborted = tracked.status === 'aborted'
    const { firstSegment } = session
    const datagrams = () => captured(firstSegment, new Set(tracked.uids))
    queue.add(async () => {
      const status = await settleSession(context, userId, session, { detail, aborted, datagrams })
      // It may have gone on while it was being stored.
      if (current === session) return
      session.status = status
      await context.hub.close(session.id, status === 'recorded' ? session.id : null)
      journal.append({ kind: 'settled', uids: tracked.uids, session: asSent(session) })
      records++
      tell(session)
      cleanUp()
    })
  }

  async function* captured(first: number, uids: Set<string>): AsyncIterable<CapturedDatagram> {
    await journal.sync()
    for (const segment of await listSegments(folder)) {
      if (segment < first) continue
      const datagrams: CapturedDatagram[] = []
      await readSegment(folder, segment, (record) => {
        if (record.kind === 'datagram' && isOf(uids, record.bytes)) datagrams.push(record)
      })
      yield* datagrams
    }
  }

  function tell(session: KeptSession): void {
    const sent = asSent(session)
    for (const stream of session.streams) streams.noteSession(stream, sent)
    source?.session(sent)
  }

  function rotate(): void {
    recordsAtRotation = records
    journal.rotate()
  }

  /** Lets go of the journal's part that no open, waiting or resumable session needs. */
  function cleanUp(): void {
    if (queue.length() > 1) return
    const needed = current ?? resumable?.session
    // The tracker may go on with the last one even later.
    const last = [...sessions.values()].at(-1)
    for (const session of sessions.values()) {
      if (session !== last && session.status !== 'live') sessions.delete(session.tracked)
    }
    if (!needed && records > recordsAtRotation) rotate()
    const before = needed ? needed.firstSegment : journal.segment()
    if (before <= droppedBefore) return
    droppedBefore = before
    journal.dropBefore(before).catch((error: unknown) => {
      log.warn({ err: error, userId }, 'Old journal segments could not be removed')
    })
  }

  return {
    userId,
    stream(id) {
      const place = streams.place(id)
      const known = place === null ? undefined : streams.at(place)
      if (known) return known
      journal.append({ kind: 'stream', id })
      return streams.add(id)
    },
    attach(next) {
      if (source && source !== next) source.replaced()
      source = next
    },
    detach(gone) {
      if (source === gone) source = null
    },
    push(stream, number, atMs, bytes) {
      if (stream && number <= stream.position) return
      const transport = stream ? 'tcp' : 'udp'
      receivedMs = nowMs()
      const reason = rejectReasonOf(bytes)
      if (reason === null) {
        metrics.datagrams.inc({ transport })
        metrics.bytes.inc({ transport }, bytes.length)
      } else {
        metrics.rejected.inc({ transport, reason })
        if (!stream) return
      }
      // Of what is no datagram only the number is kept: it need not be sent again.
      const kept = reason === null ? bytes : new Uint8Array()
      const place = stream ? streams.place(stream.id) : null
      journal.append({ kind: 'datagram', stream: place, number, atMs, bytes: kept })
      records++
      opened = false
      takeDatagram(stream, number, atMs, kept)
      if (opened) rotate()
    },
    finish() {
      journal.append({ kind: 'finish', atMs: lastAtMs })
      records++
      tracker.finish(lastAtMs)
    },
    tick() {
      ended = false
      const atMs = lastAtMs + nowMs() - receivedMs
      tracker.tick(atMs)
      if (ended) journal.append({ kind: 'tick', atMs })
      if (!resumable || nowMs() < resumable.untilMs) return
      resumable = null
      cleanUp()
    },
    pendingBytes: () => journal.pendingBytes(),
    sync: () => journal.sync(),
    settled: () => queue.idle(),
    hasFailed: () => failed,
    isIdle: () => !source && !current && !resumable && queue.length() === 0,
    async close() {
      queue.stop()
      await queue.idle()
      await journal.close()
    },
    async abandon() {
      queue.stop()
      await journal.abandon()
    },
  }
}

function asSent({ id, tracked, status }: KeptSession): StreamSession {
  return { id, sessionId: tracked.uid, status }
}

function isOf(uids: ReadonlySet<string>, bytes: Uint8Array): boolean {
  const read = readHeader(bytes)
  return read.kind !== 'rejected' && uids.has(String(read.header.sessionUid))
}
