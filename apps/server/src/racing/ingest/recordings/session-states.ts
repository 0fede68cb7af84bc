import { trackMarksOf } from '@pitboard/telemetry/session/document/track-marks'
import type { EndReason, TrackedSession } from '@pitboard/telemetry/session/state/state'
import { learnTrack } from '../../outlines/track-outlines.ts'
import type { StreamSession } from '../journal/journal-record.ts'
import { readDatagrams } from '../journal/journal-segments.ts'
import { quarantineSession } from './quarantine.ts'
import { appendRecord, type RecordingState } from './recording.ts'
import {
  createSessionRecording,
  detailOf,
  settleSession,
  showSession,
  type Ending,
  type SessionRecording,
} from './store-session.ts'
import type { Stream } from './streams.ts'
import { StreamLost } from '../../ownership/ownership.ts'
import { createTaskQueue } from './task-queue.ts'

/** The journal of a session that was cut off stays this long, because the session may continue. */
const RESUMABLE_MS = 60 * 60_000
/** A stream that sends settled sessions again gets the outcome of at most this many of them. */
const SETTLED_MAX = 64

/**
 * The sessions of one user, each in one phase: driven, resumable after a break, or over. A session is
 * stored each time it leaves `driven`; the tracker may open it again before or after that. One game drives one
 * session after the other; a user may have several games.
 */
export interface SessionStates {
  open(tracked: TrackedSession, game: number): void
  end(tracked: TrackedSession, reason: EndReason, game: number): void
  noteDatagram(tracked: TrackedSession): void
  /** Notes that a session may need a stream from `firstNumber` on; for each stream the first call counts. */
  noteStream(tracked: TrackedSession, stream: Stream, firstNumber: number): void
  /** Returns the first number of the stream that a session which is not settled may need; null for none. */
  neededNumber(stream: Stream, nowMs: number): number | null
  /** Returns the outcome of a session that is over, by its UID. */
  settled(uid: string): StreamSession | undefined
  /** It is called after the replay: the session that is being driven gets its row and its room. */
  begin(): void
  /** Returns the first segment that is still needed; null for none, undefined while sessions are stored. */
  neededFrom(nowMs: number): number | null | undefined
  /** Resolves when everything that has ended is stored. */
  idle(): Promise<void>
  isIdle(nowMs: number): boolean
  stop(): void
}

export function createSessionStates(recording: RecordingState): SessionStates {
  const { context, userId, owned, folder, limits, streams } = recording
  const { log, metrics, tracing } = context
  const sessions = new Map<TrackedSession, SessionRecording>()
  const settled = new Map<string, StreamSession>()
  const queue = createTaskQueue((error) => {
    if (error instanceof StreamLost) queue.stop()
    else log.error({ err: error, userId }, 'A session could not be stored yet')
  })

  function segment(): number {
    const { phase } = recording
    return phase.name === 'replay' ? phase.segment : phase.journal.segment()
  }

  function findDriven(): SessionRecording[] {
    return [...sessions.values()].filter(({ phase }) => phase.name === 'driven')
  }

  /** Finds the sessions that are driven, or that may still continue. */
  function findOpen(nowMs: number): SessionRecording[] {
    return [...sessions.values()].filter(
      ({ phase }) =>
        phase.name === 'driven' || (phase.name === 'resumable' && nowMs < phase.untilMs),
    )
  }

  function show(session: SessionRecording): void {
    queue.add(
      async () => {
        await showSession(context, owned, session)
        if (session.status === 'live') publish(session)
      },
      // Without a row the session has no room. The session is quarantined when it ends.
      async () => {},
    )
  }

  function store(session: SessionRecording): void {
    // The session is read only up to the segment in which it ended, because a journal may hold many later
    // sessions.
    const segments = { first: session.firstSegment, last: segment() }
    const ending: Ending = {
      captureKey: null,
      detail: detailOf(session, userId),
      pitLane: trackMarksOf(session.tracked).pitLane,
      aborted: session.tracked.status === 'aborted',
      async *datagrams() {
        const uids = new Set(session.tracked.uids)
        const { phase } = recording
        if (phase.name === 'journal') await phase.journal.sync()
        yield* readDatagrams(folder, segments, uids)
      },
    }
    session.unsettled++
    limits.addPending()
    queue.add(
      async () => {
        const attributes = { 'pitboard.session.id': session.id, 'pitboard.user.id': userId }
        const store = () => settleSession(context, owned, session, ending)
        const status = await tracing.trace('store session', attributes, store)
        if (status === 'recorded') await learn(ending)
        await settle(session, status)
      },
      async (fault) => {
        await quarantineSession(context, owned, folder, session, ending)
        metrics.quarantined.inc({ fault })
        log.error({ sessionId: session.id, fault }, 'A session can not be stored: quarantined')
        await settle(session, 'aborted')
      },
      () => {
        session.unsettled--
        limits.removePending()
        forgetSettled()
      },
    )
  }

  /** Learns the track. The session is stored whether or not its outline is. */
  async function learn({ detail, pitLane }: Ending): Promise<void> {
    await learnTrack(context.db, detail, pitLane).catch((error: unknown) => {
      log.error({ err: error, sessionId: detail.id }, 'The outline of a track could not be stored')
    })
  }

  async function settle(session: SessionRecording, status: 'recorded' | 'aborted'): Promise<void> {
    // The session may have continued while it was being stored.
    if (session.phase.name === 'driven') return
    session.status = status
    await context.roomDirectory.close(session.id, status === 'recorded' ? session.id : null)
    const { uids } = session.tracked
    appendRecord(recording, { kind: 'settled', uids, session: toStreamSession(session) })
    publish(session)
  }

  function publish(session: SessionRecording): void {
    const sent = toStreamSession(session)
    for (const stream of session.streams.keys()) {
      streams.noteSession(stream, sent)
      if (recording.source?.stream === stream) recording.source.session(sent)
    }
    if (session.status === 'live') return
    for (const uid of session.tracked.uids) settled.set(uid, sent)
    for (const uid of settled.keys()) {
      if (settled.size <= SETTLED_MAX) break
      settled.delete(uid)
    }
  }

  /** Forgets settled sessions, because their state is large, and a journal may hold thousands. */
  function forgetSettled(): void {
    const open = findOpen(context.nowMs())
    // The tracker may continue the last session of a game even later.
    const last = new Map(Array.from(sessions.values(), (session) => [session.game, session]))
    for (const session of sessions.values()) {
      const isLast = session === last.get(session.game)
      const isNeeded = isLast || open.includes(session) || session.unsettled > 0
      if (!isNeeded) sessions.delete(session.tracked)
    }
  }

  return {
    open(tracked, game) {
      const isReplaying = recording.phase.name === 'replay'
      const position = {
        game,
        firstSegment: segment(),
        openedAtRecord: recording.records,
        hasSource: () => recording.source !== null,
      }
      if (!isReplaying) limits.noteOpened(context.nowMs())
      recording.opened++
      for (const other of sessions.values()) {
        if (other.game === game) other.phase = { name: 'over' }
      }
      const session = sessions.get(tracked) ?? createSessionRecording(userId, tracked, position)
      sessions.set(tracked, session)
      session.phase = { name: 'driven' }
      session.status = 'live'
      session.openedAtRecord = position.openedAtRecord
      if (session.firstSegment < recording.firstSegment) {
        session.captured = true
        session.firstSegment = position.firstSegment
      }
      forgetSettled()
      if (!isReplaying) show(session)
    },
    end(tracked, reason, game) {
      const session = sessions.get(tracked)
      if (!session) return
      for (const other of sessions.values()) {
        const isBefore = other.game === game && other.phase.name === 'resumable'
        if (isBefore) other.phase = { name: 'over' }
      }
      const isResumable = reason === 'silence' || reason === 'finished' || reason === 'sessionEnded'
      session.phase = isResumable
        ? { name: 'resumable', untilMs: context.nowMs() + RESUMABLE_MS }
        : { name: 'over' }
      const before =
        recording.phase.name === 'replay' ? recording.settled.get(tracked.uid) : undefined
      if (before && before.afterRecords > session.openedAtRecord) {
        session.id = before.session.id
        session.status = before.session.status
        publish(session)
      } else {
        store(session)
      }
    },
    noteDatagram(tracked) {
      const session = sessions.get(tracked)
      if (!session) return
      session.changes++
      session.receivedMs = recording.receivedMs
      if (recording.phase.name === 'journal')
        session.lag.note(recording.lastAtMs, recording.receivedMs)
    },
    noteStream(tracked, stream, firstNumber) {
      const streams = sessions.get(tracked)?.streams
      if (streams && !streams.has(stream)) streams.set(stream, firstNumber)
    },
    neededNumber(stream, nowMs) {
      let needed: number | null = null
      for (const session of sessions.values()) {
        const first = session.streams.get(stream)
        if (first === undefined || !isUnsettled(session, nowMs)) continue
        needed = Math.min(needed ?? first, first)
      }
      return needed
    },
    settled: (uid) => settled.get(uid),
    begin() {
      for (const driven of findDriven()) show(driven)
    },
    neededFrom(nowMs) {
      if (queue.length() > 0) return undefined
      const needed = findOpen(nowMs).map(({ firstSegment }) => firstSegment)
      return needed.length > 0 ? Math.min(...needed) : null
    },
    idle: () => queue.idle(),
    isIdle: (nowMs) => findOpen(nowMs).length === 0 && queue.length() === 0,
    stop: () => queue.stop(),
  }
}

/** Returns whether a session continues, may continue, or waits to be stored. */
function isUnsettled({ phase, unsettled }: SessionRecording, nowMs: number): boolean {
  if (unsettled > 0 || phase.name === 'driven') return true
  return phase.name === 'resumable' && nowMs < phase.untilMs
}

function toStreamSession({ id, tracked, status }: SessionRecording): StreamSession {
  return { id, sessionId: tracked.uid, status }
}
