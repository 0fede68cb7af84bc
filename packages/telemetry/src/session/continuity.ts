import { SessionType } from '@pitboard/contract/wire/enumerations'
import { isListed, sessionTimeMs, typeOf } from './state/queries.ts'
import type { SessionInfo, TrackedSession } from './state/state.ts'
import { reopenSession } from './packets/classification.ts'
import { createOrder } from './state/create-state.ts'
import { appendEvent } from './state/event-feed.ts'
import { rewind } from './stream/rewind.ts'

/** A restart begins at session time 0, a loaded save later. */
const loadedSaveMs = 5_000

/** R3: returns whether the history of every car has arrived after the classification. */
export function hasAllHistories(session: TrackedSession): boolean {
  if (session.classifiedAtMs === null || session.finalHistories.size === 0) return false
  return session.cars.every((car) => !isListed(session, car) || session.finalHistories.has(car.idx))
}

function isSameEvent(session: TrackedSession, info: SessionInfo): boolean {
  const known = session.info
  return (
    known.trackId === info.trackId &&
    known.sessionType === info.sessionType &&
    known.seasonLinkIdentifier === info.seasonLinkIdentifier &&
    known.weekendLinkIdentifier === info.weekendLinkIdentifier &&
    known.sessionLinkIdentifier === info.sessionLinkIdentifier
  )
}

function isOver(session: TrackedSession): boolean {
  return (
    session.classifiedAtMs !== null ||
    session.events.some(({ kind }) => kind === 'chequeredFlag' || kind === 'raceWinner') ||
    session.cars.some((car) => car.lap?.resultStatus === 3)
  )
}

/**
 * R17: returns whether a Session packet continues this session: it has the same UID, or is from a loaded
 * save.
 */
export function continuesSession(session: TrackedSession, info: SessionInfo): boolean {
  if (session.uid === String(info.header.sessionUid)) return true
  if (isOver(session) || !isSameEvent(session, info)) return false
  if (typeOf(session) === SessionType.TimeTrial) return false
  const timeMs = sessionTimeMs(info.header)
  return timeMs >= loadedSaveMs && timeMs <= session.order.timeMs + 1000
}

/** R17: returns whether a Session packet restarts this session. A time trial with laps is never restarted. */
export function isRestart(session: TrackedSession, info: SessionInfo): boolean {
  if (!isSameEvent(session, info) || isOver(session)) return false
  if (typeOf(session) !== SessionType.TimeTrial) return true
  return session.cars.every((car) => car.laps.length === 0)
}

/** R17: returns whether the game ended the session and restarts it only now. */
export function isLateRestart(session: TrackedSession, info: SessionInfo): boolean {
  const isAtStart = sessionTimeMs(info.header) < loadedSaveMs
  return session.endedByGameAtMs !== null && isAtStart && isRestart(session, info)
}

/** R3: reopens a session that has ended or is about to end. */
export function resume(session: TrackedSession, atMs: number): TrackedSession {
  reopenSession(session)
  session.status = 'live'
  session.endedAtMs = null
  session.endedByGameAtMs = null
  session.lastAtMs = atMs
  return session
}

/** R17: continues the session under another UID from the moment of the save. */
export function continueFromSave(session: TrackedSession, info: SessionInfo): void {
  const timeMs = sessionTimeMs(info.header)
  session.uid = String(info.header.sessionUid)
  session.uids.push(session.uid)
  session.order = createOrder(timeMs)
  rewind(session, timeMs)
  appendEvent(session, { kind: 'flashback', timeMs, value: timeMs })
}
