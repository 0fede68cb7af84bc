import type { EndReason, TrackedSession } from '@pitboard/telemetry/session/state/state'
import type { CapturedDatagram } from '../captures/capture-store.ts'
import type { StreamSession } from './journal-record.ts'
import type { Settled } from './replay.ts'
import {
  detailOf,
  keptSession,
  settleSession,
  showSession,
  type Ending,
  type KeptSession,
  type StorageContext,
} from './session-storage.ts'
import type { SessionLimits } from './session-limits.ts'
import { createTaskQueue } from './task-queue.ts'

/** A session that was cut off may go on: its journal is kept that long, to have it whole. */
const RESUMABLE_MS = 60 * 60_000
/** How many finished sessions a stream that sends them again is told about. */
const SETTLED_MAX = 64

export interface SegmentRange {
  readonly first: number
  readonly last: number
}

/** What the sessions of a user need of the recording they are part of. */
export interface Surroundings {
  /** The journal's segment that the newest record is in. */
  segment(): number
  /** How many records there were so far. */
  records(): number
  /** While the journal is read again: what became of a session then. */
  settledBefore(uid: string): Settled | undefined
  isReplaying(): boolean
  datagrams(segments: SegmentRange, uids: ReadonlySet<string>): AsyncIterable<CapturedDatagram>
  /** A session has opened, or its status has changed. */
  changed(session: KeptSession, sent: StreamSession): void
  /** A session is stored or forgotten for good. */
  settled(uids: readonly string[], sent: StreamSession): void
  failed(error: unknown): void
  /** Keeps a session that can't be stored, and says so. */
  setAside(session: KeptSession, ending: Ending, fault: string): Promise<void>
}

/** The sessions of one user, from the tracker's word to rows, captures and rooms. */
export interface KeptSessions {
  opened(tracked: TrackedSession): void
  ended(tracked: TrackedSession, reason: EndReason): void
  of(tracked: TrackedSession): KeptSession | undefined
  /** What a session that is over has become, by its UID. */
  settled(uid: string): StreamSession | undefined
  /** The journal is read and open: the session that is driven gets its row and its room. */
  begin(): void
  /** The first segment that is still needed; null where none is, undefined where it is unclear. */
  neededFrom(nowMs: number): number | null | undefined
  /** What is before that segment is gone. */
  droppedBefore(segment: number): void
  /** Everything that has ended is stored. */
  idle(): Promise<void>
  isIdle(nowMs: number): boolean
  stop(): void
}

export function createKeptSessions(
  context: StorageContext,
  userId: string,
  limits: SessionLimits,
  around: Surroundings,
): KeptSessions {
  const sessions = new Map<TrackedSession, KeptSession>()
  const settled = new Map<string, StreamSession>()
  const queue = createTaskQueue((error) => around.failed(error))
  let current: KeptSession | null = null
  let resumable: { readonly session: KeptSession; readonly untilMs: number } | null = null
  let gone = 0

  function show(session: KeptSession): void {
    queue.add(
      async () => {
        await showSession(context, userId, session)
        if (session.status === 'live') tell(session)
      },
      // Without a row there is no room; its end sets it aside.
      async () => {},
    )
  }

  function settle(session: KeptSession): void {
    const { tracked, firstSegment: first } = session
    // Read to the segment it ended in and no further: a journal may hold many later sessions.
    const last = around.segment()
    const ending: Ending = {
      captureKey: null,
      detail: detailOf(session, userId),
      aborted: tracked.status === 'aborted',
      datagrams: () => around.datagrams({ first, last }, new Set(tracked.uids)),
    }
    session.unsettled++
    limits.addPending()
    queue.add(
      async () => conclude(session, await settleSession(context, userId, session, ending)),
      async (fault) => {
        await around.setAside(session, ending, fault)
        await conclude(session, 'aborted')
      },
      () => {
        session.unsettled--
        limits.removePending()
        forgetSettled()
      },
    )
  }

  async function conclude(session: KeptSession, status: 'recorded' | 'aborted'): Promise<void> {
    // It may have gone on while it was being stored.
    if (current === session) return
    session.status = status
    await context.hub.close(session.id, status === 'recorded' ? session.id : null)
    around.settled(session.tracked.uids, asSent(session))
    tell(session)
  }

  function tell(session: KeptSession): void {
    const sent = asSent(session)
    around.changed(session, sent)
    if (session.status === 'live') return
    for (const uid of session.tracked.uids) settled.set(uid, sent)
    for (const uid of settled.keys()) {
      if (settled.size <= SETTLED_MAX) break
      settled.delete(uid)
    }
  }

  function stillResumable(nowMs: number): KeptSession | null {
    if (resumable && nowMs >= resumable.untilMs) resumable = null
    return resumable?.session ?? null
  }

  /** Their state is large, and a journal may hold thousands. */
  function forgetSettled(): void {
    const needed = current ?? stillResumable(context.nowMs())
    // The tracker may go on with the last one even later.
    const last = [...sessions.values()].at(-1)
    for (const session of sessions.values()) {
      const isNeeded = session === last || session === needed || session.unsettled > 0
      if (!isNeeded) sessions.delete(session.tracked)
    }
  }

  return {
    opened(tracked) {
      if (!around.isReplaying()) limits.noteOpened(context.nowMs())
      const firstSegment = around.segment()
      const openedAtRecord = around.records()
      const session =
        sessions.get(tracked) ?? keptSession(userId, tracked, { firstSegment, openedAtRecord })
      sessions.set(tracked, session)
      session.status = 'live'
      session.openedAtRecord = openedAtRecord
      if (session.firstSegment < gone) {
        session.captured = true
        session.firstSegment = firstSegment
      }
      current = session
      resumable = null
      forgetSettled()
      if (!around.isReplaying()) show(session)
    },
    ended(tracked, reason) {
      const session = sessions.get(tracked)
      if (!session) return
      if (current === session) current = null
      const mayGoOn = reason === 'silence' || reason === 'finished' || reason === 'sessionEnded'
      resumable = mayGoOn ? { session, untilMs: context.nowMs() + RESUMABLE_MS } : null
      const before = around.settledBefore(tracked.uid)
      if (before && before.afterRecords > session.openedAtRecord) {
        session.id = before.session.id
        session.status = before.session.status
        tell(session)
      } else {
        settle(session)
      }
    },
    of: (tracked) => sessions.get(tracked),
    settled: (uid) => settled.get(uid),
    begin() {
      if (current) show(current)
    },
    neededFrom(nowMs) {
      if (queue.length() > 0) return undefined
      return (current ?? stillResumable(nowMs))?.firstSegment ?? null
    },
    droppedBefore(segment) {
      gone = segment
    },
    idle: () => queue.idle(),
    isIdle: (nowMs) => !current && !stillResumable(nowMs) && queue.length() === 0,
    stop: () => queue.stop(),
  }
}

function asSent({ id, tracked, status }: KeptSession): StreamSession {
  return { id, sessionId: tracked.uid, status }
}
