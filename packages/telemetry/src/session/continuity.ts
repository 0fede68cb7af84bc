import { SessionType } from '@pitboard/contract/enumerations'
import { isListed, sessionTimeMs, typeOf } from './state/queries.ts'
import type { SessionInfo, TrackedSession } from './state/state.ts'
import { reopenSession } from './packets/classification.ts'
import { createOrder } from './state/create-state.ts'
import { appendEvent } from './state/event-feed.ts'
import { rewind } from './stream/rewind.ts'

/** A restart begins at 0, a loaded save where it was saved. */
const loadedSaveMs = 5_000

/** R3: over once every car's history has come after the classification. */
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

/** R17: whether a Session packet goes on with this session: its own UID, or a loaded save. */
export function continuesSession(session: TrackedSession, info: SessionInfo): boolean {
  if (session.uid === String(info.header.sessionUid)) return true
  if (isOver(session) || !isSameEvent(session, info)) return false
  if (typeOf(session) === SessionType.TimeTrial) return false
  const timeMs = sessionTimeMs(info.header)
  return timeMs >= loadedSaveMs && timeMs <= session.order.timeMs + 1000
}

/** R17: whether a Session packet starts this session over. The laps of a time trial stay. */
export function isRestart(session: TrackedSession, info: SessionInfo): boolean {
  if (!isSameEvent(session, info) || isOver(session)) return false
  if (typeOf(session) !== SessionType.TimeTrial) return true
  return session.cars.every((car) => car.laps.length === 0)
}

/** R17: the game ended the session for a restart that came only later. */
export function isLateRestart(session: TrackedSession, info: SessionInfo): boolean {
  const startsAnew = sessionTimeMs(info.header) < loadedSaveMs
  return session.endedByGameAtMs !== null && startsAnew && isRestart(session, info)
}

/** R3: a session that had ended, or was about to, goes on. */
export function resume(session: TrackedSession, atMs: number): TrackedSession {
  reopenSession(session)
  session.status = 'live'
  session.endedAtMs = null
  session.endedByGameAtMs = null
  session.lastAtMs = atMs
  return session
}

/** R17: the session goes on under another UID from where it was saved. */
export function continueFromSave(session: TrackedSession, info: SessionInfo): void {
  const timeMs = sessionTimeMs(info.header)
  session.uid = String(info.header.sessionUid)
  session.uids.push(session.uid)
  session.order = createOrder(timeMs)
  rewind(session, timeMs)
  appendEvent(session, { kind: 'flashback', timeMs, value: timeMs })
}
