import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import { carsMomentOf } from '@pitboard/telemetry/session/document/cars-moment'
import { miniSectorsOf } from '@pitboard/telemetry/session/document/mini-sectors'
import { trackMarksOf } from '@pitboard/telemetry/session/document/track-marks'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import type { CapturedDatagram } from '../../captures/capture-format.ts'
import type { CaptureStore } from '../../captures/capture-store.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { RoomDirectory } from '../../live/rooms/room-directory.ts'
import { toLiveView } from '../../live/live-view.ts'
import type { LiveSource } from '../../live/rooms/room.ts'
import { discardSession, findCaptureKey } from '../../sessions/store/session-queries.ts'
import { pruneCapture } from '../../sessions/delete-session.ts'
import {
  CaptureReplaced,
  deleteSession,
  lockSession,
  storeRecording,
  sessionIdOf,
} from '../../sessions/store-recording.ts'
import { nameOf } from '../../../accounts/users/queries.ts'
import { findUser } from '../../../accounts/users/queries.ts'
import { hasMoreCompleteRecording, isLateCopy } from '../../sessions/store/session-queries.ts'
import type { EventBus } from '../../../platform/events/domain-events.ts'
import { lockDeletions } from '../../../accounts/auth/users/lock-deletions.ts'
import { publishReplacement } from '../../sessions/replace-result.ts'
import type { Mutex } from '../../../platform/jobs/mutex.ts'
import { ensureSessionRow } from '../../sessions/store/session-queries.ts'
import { createTrackFill, fillOutline, type TrackLines } from '../../outlines/compare-outlines.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { markLive, markOver } from '../../ownership/live-sessions.ts'
import type { OwnedStream } from '../../ownership/ownership.ts'
import { findTrack } from '../../outlines/track-outlines.ts'
import { type ArrivalLag, createArrivalLag } from './arrival-lag.ts'
import type { Stream } from './streams.ts'

/** A session without a datagram for this long is not received; viewers see it within three seconds. */
const RECEIVING_MS = 2_000
/** After a silence, data that waited on the way arrives first: it is old, and not to be shown as current. */
const CATCH_UP_MS = 300

export interface StorageContext {
  readonly db: Db
  readonly roomDirectory: RoomDirectory
  readonly captures: CaptureStore
  readonly events: EventBus
  readonly nowMs: () => number
  /** Links wait for each other in the database; one at a time, they leave connections to other work. */
  readonly inTurn: Mutex
}

type SessionPhase =
  | { readonly name: 'driven' | 'over' }
  | { readonly name: 'resumable'; readonly untilMs: number }

/** The recording covers one session from its first datagram until it is stored. */
export interface SessionRecording {
  readonly tracked: TrackedSession
  /** It is the number of the game that it is driven in, of the games of this user. */
  readonly game: number
  /** The id is certain once the row is there, because the session may have been sent before. */
  id: string
  row: { readonly internalSessionId: number; readonly userName: string } | null
  status: 'live' | 'recorded' | 'aborted'
  phase: SessionPhase
  /** It is the segment of its first datagram, of those not captured yet. */
  firstSegment: number
  /** The journal had this many records when the session opened. */
  openedAtRecord: number
  /** Its first part is in the capture already, and has been removed from the journal. */
  captured: boolean
  /** Counts how often it has ended and is not stored yet. */
  unsettled: number
  /** Counts the datagrams, to detect that nothing has changed. */
  changes: number
  receivedMs: number
  readonly lag: ArrivalLag
  /** It has what is known of the track from earlier sessions. */
  knownTrack: TrackLines | null
  /** Returns whether a recorder is connected, or a console may send. */
  readonly hasSource: () => boolean
  /** The keys are the streams that had a part in it, the values the first number that it may need. */
  readonly streams: Map<Stream, number>
}

export function createSessionRecording(
  userId: string,
  tracked: TrackedSession,
  at: Pick<SessionRecording, 'game' | 'firstSegment' | 'openedAtRecord' | 'hasSource'>,
): SessionRecording {
  const id = sessionIdOf(userId, tracked.uids[0] ?? tracked.uid, tracked.startedAtMs)
  return {
    ...at,
    tracked,
    id,
    row: null,
    status: 'live',
    phase: { name: 'driven' },
    captured: false,
    unsettled: 0,
    changes: 0,
    receivedMs: 0,
    knownTrack: null,
    lag: createArrivalLag(),
    streams: new Map(),
  }
}

export function detailOf(session: SessionRecording, userId: string): SessionDetail {
  return sessionDetail(session.tracked, {
    id: session.id,
    internalSessionId: session.row?.internalSessionId ?? 0,
    userId,
    userName: session.row?.userName ?? '',
  })
}

/** Returns false where the user is deleted. Throws `StreamLost` where another server has taken over. */
async function ensureRow(
  { db }: StorageContext,
  owned: OwnedStream,
  session: SessionRecording,
  { isShown = false } = {},
): Promise<boolean> {
  const { userId } = owned
  const user = await findUser(db, userId)
  if (!user) return false
  const detail = detailOf(session, userId)
  const row = await inTransaction(db, async (transaction) => {
    await owned.check(transaction)
    const found = await ensureSessionRow(transaction, session.id, detail)
    if (isShown) await markLive(transaction, found.id, userId)
    return found
  })
  session.id = row.id
  session.row = { internalSessionId: row.internalSessionId, userName: nameOf(user) }
  return true
}

/** Gives the session its row and its room. */
export async function showSession(
  context: StorageContext,
  owned: OwnedStream,
  session: SessionRecording,
): Promise<void> {
  if (session.status !== 'live') return
  const { userId } = owned
  if (!(await ensureRow(context, owned, session, { isShown: true }))) return
  if (context.roomDirectory.room(session.id)) return
  session.knownTrack = await findTrack(context.db, detailOf(session, userId))
  const room = context.roomDirectory.open(session.id, userId, liveSource(session, userId))
  if (!room) await markOver(context.db, session.id)
}

/** Returns what a room shows of this session. */
export function liveSource(session: SessionRecording, userId: string): LiveSource {
  let seen = -1
  let silentAtMs = Number.NEGATIVE_INFINITY
  let wasReceiving = false
  let wasConnected = false
  const fill = createTrackFill(session.knownTrack)
  return {
    read(published, viewers, nowMs) {
      // The server's clock may be set back.
      if (Math.abs(nowMs - session.receivedMs) >= RECEIVING_MS) silentAtMs = nowMs
      const receiving = nowMs - silentAtMs >= CATCH_UP_MS && !session.lag.isLate()
      const recorderConnected = session.hasSource()
      const same =
        session.changes === seen && receiving === wasReceiving && recorderConnected === wasConnected
      if (published && same && published.viewers === viewers) return published
      seen = session.changes
      wasReceiving = receiving
      wasConnected = recorderConnected
      const { tracked } = session
      const detail = detailOf(session, userId)
      const marks = trackMarksOf(tracked)
      const { trackOutline } = detail
      return toLiveView(published, detail, {
        ...carsMomentOf(tracked),
        viewers,
        receiving,
        recorderConnected,
        miniSectors: miniSectorsOf(tracked),
        marks: { ...marks, ...fill({ trackOutline, pitLane: marks.pitLane }) },
      })
    },
  }
}

/** It says how a session ended, as it was at that moment. */
export interface Ending {
  readonly detail: SessionDetail
  readonly pitLane: TrackLines['pitLane']
  readonly aborted: boolean
  readonly datagrams: () => AsyncIterable<CapturedDatagram>
  /** It is set once the capture is written, because a second writing would add the same part again. */
  captureKey: string | null
}

/** Stores the session with its capture, or forgets it. It may be called again after a failure. */
export async function settleSession(
  context: StorageContext,
  owned: OwnedStream,
  session: SessionRecording,
  ending: Ending,
): Promise<'recorded' | 'aborted'> {
  const { db, captures, events, inTurn } = context
  const { detail, aborted, datagrams } = ending
  const isKnown = await ensureRow(context, owned, session)
  if (!isKnown && ending.captureKey !== null) {
    await pruneCapture(db, captures, { id: session.id, removed: ending.captureKey })
  }
  const end = (database: Db) => endLive(database, owned, session.id)
  // Nobody drove, and a session is listed with its participants only.
  if (!isKnown || detail.drivers.length === 0) {
    await inTransaction(db, async (transaction) => {
      if (isKnown) await end(transaction)
      await discardSession(transaction, session.id)
    })
    return 'aborted'
  }
  if (await hasMoreCompleteRecording(db, session.id, detail)) {
    await inTransaction(db, end)
    return 'recorded'
  }
  if (aborted) {
    // A restart may come so long after the end that the session is stored by then.
    await inTurn(() =>
      inTransaction(db, async (transaction) => {
        await lockDeletions(transaction, 'session')
        await end(transaction)
        await lockSession(transaction, session.id)
        const { userId } = owned
        await publishReplacement(events, transaction, { id: session.id, userId, after: null })
        await deleteSession(transaction, session.id)
      }),
    )
    return 'aborted'
  }
  const before = await findCaptureKey(db, session.id)
  const captureKey =
    ending.captureKey ?? captures.newKey(session.id, session.captured ? before : null)
  if (ending.captureKey === null) await captures.write(captureKey, datagrams())
  ending.captureKey = captureKey
  const track = await findTrack(db, detail)
  const document: SessionDetail = {
    ...detail,
    id: session.id,
    internalSessionId: session.row?.internalSessionId ?? 0,
    userName: session.row?.userName ?? '',
    trackOutline: fillOutline(detail.trackOutline, track?.trackOutline ?? null),
  }
  try {
    const isUploaded = await isLateCopy(db, document)
    await inTurn(() => storeRecording(db, document, captureKey, { first: end, isUploaded, events }))
  } catch (error) {
    if (!(error instanceof CaptureReplaced)) throw error
    await pruneCapture(db, captures, { id: session.id, removed: captureKey })
    ending.captureKey = null
    return settleSession(context, owned, session, ending)
  }
  // What is left is removed with the next recording of the session, or with the session.
  await pruneCapture(db, captures, { id: session.id, removed: before }).catch(() => {})
  return 'recorded'
}

/**
 * Ends the live session in the transaction that stores the result, so that a former owner of the stream
 * stores none.
 */
async function endLive(transaction: Db, owned: OwnedStream, sessionId: string): Promise<void> {
  await owned.check(transaction)
  await markOver(transaction, sessionId)
}
