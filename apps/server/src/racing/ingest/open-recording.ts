import { setTimeout as wait } from 'node:timers/promises'
import { readHeader } from '@pitboard/telemetry/decode'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { rejectReasonOf } from './inspect.ts'
import { openJournal, type Journal } from './journal.ts'
import { readDatagrams } from './journal-datagrams.ts'
import type { JournalRecord } from './journal-record.ts'
import { createKeptSessions } from './session-lifecycle.ts'
import type { Recording, RecordingContext, Source } from './recording.ts'
import { readReplay } from './replay.ts'
import { guardReplay } from './replay-guard.ts'
import { createSessionLimits } from './session-limits.ts'
import { setAside } from './quarantine.ts'
import { createStreams, type Stream } from './streams.ts'

/** Lobbies and sessions that are known already need no journal for long. */
const USELESS_RECORDS_MAX = 1_000
/** A recorder that begins a stream with every connection makes no more. */
const STREAMS_IN_SEGMENT_MAX = 256
const REPLAY_POLL_MS = 20

/** The recording of a user, with what its journal holds. */
export async function openRecording(
  context: RecordingContext,
  userId: string,
  folder: string,
): Promise<Recording> {
  return guardReplay(
    folder,
    () => replayJournal(context, userId, folder),
    (reason) => context.log.error({ userId, reason, folder }, 'A journal was quarantined'),
  )
}

async function replayJournal(
  context: RecordingContext,
  userId: string,
  folder: string,
): Promise<Recording> {
  const { log, metrics, nowMs, stopping } = context
  const limits = createSessionLimits(context.pendingTotal)
  /** What became of sessions during the replay; the journal is not open yet. */
  const settledInReplay: JournalRecord[] = []
  const streams = createStreams()
  let failed = false
  let source: Source | null = null
  let records = 0
  let recordsAtRotation = 0
  let replayedSegment: number | null = null
  let opened = false
  let ended = false
  let lastAtMs = 0
  let receivedMs = nowMs()
  let droppedBefore = 0

  const replay = await readReplay(folder)
  if (replay.tornSegments.length > 0) {
    log.warn({ userId, segments: replay.tornSegments }, 'Journal segments have a torn end')
  }
  let journal: Journal | null = null
  const sessions = createKeptSessions(context, userId, limits, {
    segment: () => replayedSegment ?? journal?.segment() ?? 0,
    records: () => records,
    isReplaying: () => replayedSegment !== null,
    settledBefore: (uid) => (replayedSegment === null ? undefined : replay.settled.get(uid)),
    async *datagrams(segments, uids) {
      await journal?.sync()
      yield* readDatagrams(folder, segments, uids)
    },
    changed(session, sent) {
      for (const stream of session.streams) {
        streams.noteSession(stream, sent)
        if (source?.stream === stream) source.session(sent)
      }
    },
    settled(uids, session) {
      const record = { kind: 'settled', uids, session } as const
      if (journal === null) settledInReplay.push(record)
      else write(journal, record)
    },
    async setAside(session, ending, fault) {
      await setAside(context, folder, session, ending)
      metrics.setAside.inc({ fault })
      log.error({ sessionId: session.id, fault }, 'A session can not be stored and is set aside')
    },
    failed: (error) => log.error({ err: error, userId }, 'A session could not be stored yet'),
  })
  const tracker = createTracker({
    opened(tracked) {
      opened = true
      sessions.opened(tracked)
    },
    ended(tracked, reason) {
      ended = true
      sessions.ended(tracked, reason)
    },
  })
  try {
    await replay.run((record, segment) => {
      stopping.throwIfAborted()
      replayedSegment = segment
      takeSafely(record)
      return limits.isBehind() ? caughtUp() : undefined
    })
  } catch (error) {
    sessions.stop()
    throw error
  }
  const opening = openJournal({
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
  const file = await opening
  journal = file
  replayedSegment = null
  recordsAtRotation = records
  for (const record of settledInReplay) write(file, record)
  sessions.begin()

  function write(to: Journal, record: JournalRecord): void {
    to.append(record)
    records++
  }

  /** Sessions of the journal are stored while it is replayed, so that few are in memory at once. */
  async function caughtUp(): Promise<void> {
    while (limits.isBehind()) await wait(REPLAY_POLL_MS, null, { signal: stopping })
  }

  /** As when it was received first: a record that the rules fail on changes nothing more. */
  function takeSafely(record: JournalRecord): void {
    try {
      take(record)
    } catch (error) {
      log.error({ err: error, userId, kind: record.kind }, 'A journal record was skipped')
    }
  }

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
    if (!tracked && stream) noteKnown(stream, bytes)
    const session = tracked && sessions.of(tracked)
    if (!session) return
    session.changes++
    session.receivedMs = receivedMs
    if (stream) session.streams.add(stream)
  }

  /** A file that is sent again is told what became of it. */
  function noteKnown(stream: Stream, bytes: Uint8Array): void {
    const read = readHeader(bytes)
    if (read.kind === 'rejected') return
    const known = sessions.settled(String(read.header.sessionUid))
    if (!known || stream.sessions.has(known.id)) return
    streams.noteSession(stream, known)
    source?.session(known)
  }

  function rotate(): void {
    recordsAtRotation = records
    file.rotate()
  }

  /** Lets go of the journal's part that no open, waiting or resumable session needs. */
  function cleanUp(): void {
    const needed = sessions.neededFrom(nowMs())
    if (needed === undefined) return
    if (needed === null && records > recordsAtRotation + USELESS_RECORDS_MAX) rotate()
    const before = needed ?? file.segment()
    if (before <= droppedBefore) return
    droppedBefore = before
    sessions.droppedBefore(before)
    file.dropBefore(before).catch((error: unknown) => {
      log.warn({ err: error, userId }, 'Old journal segments could not be removed')
    })
  }

  return {
    userId,
    stream(id) {
      const place = streams.place(id)
      const known = place === null ? undefined : streams.at(place)
      if (known) return known
      // The start of a segment forgets the oldest streams.
      if (streams.all().length >= STREAMS_IN_SEGMENT_MAX) rotate()
      file.append({ kind: 'stream', id })
      return streams.add(id)
    },
    attach(next) {
      if (source && source !== next) source.replaced()
      source = next
    },
    detach(gone) {
      if (source === gone) source = null
    },
    push(stream, number, receivedAtMs, bytes) {
      // As captures keep it, so that whoever reads one comes to the same session.
      const atMs = Math.round(receivedAtMs * 1000) / 1000
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
      file.append({ kind: 'datagram', stream: place, number, atMs, bytes: kept })
      records++
      opened = false
      takeDatagram(stream, number, atMs, kept)
      // A session's segments are its own but for its first datagram.
      if (opened) rotate()
    },
    finish(endsSession) {
      if (!endsSession && !isOver(tracker.current)) return
      file.append({ kind: 'finish', atMs: lastAtMs })
      records++
      tracker.finish(lastAtMs)
    },
    tick() {
      ended = false
      const atMs = lastAtMs + nowMs() - receivedMs
      tracker.tick(atMs)
      if (ended) {
        file.append({ kind: 'tick', atMs })
        records++
      }
      cleanUp()
    },
    pendingBytes: () => file.pendingBytes(),
    waitMs: () => limits.waitMs(nowMs()),
    isBehind: () => limits.isBehind(),
    sync: () => file.sync(),
    settled: () => sessions.idle(),
    hasFailed: () => failed,
    isIdle: () => !source && sessions.isIdle(nowMs()),
    async close() {
      sessions.stop()
      await sessions.idle()
      await file.close()
    },
    async abandon() {
      sessions.stop()
      await file.abandon()
    },
  }
}

function isOver(session: TrackedSession | null): boolean {
  return session !== null && (session.classifiedAtMs ?? session.endedByGameAtMs) !== null
}
