import { SessionType } from '@pitboard/contract/enumerations'
import { sessionTypeOf } from '../formats/names.ts'
import { sessionTimeMs } from './clock.ts'
import { isListed } from './driver.ts'
import type { SessionInfo, TrackedSession } from './state.ts'

/** A restart begins at 0, a loaded save where it was saved. */
const loadedSaveMs = 5_000

/** R3: over once every car's history has come after the classification. */
export function hasAllHistories(session: TrackedSession): boolean {
  if (session.classifiedAtMs === null || session.finalHistories.size === 0) return false
  return session.cars.every((car) => !isListed(car) || session.finalHistories.has(car.idx))
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
export function continues(session: TrackedSession, info: SessionInfo): boolean {
  if (session.uid === String(info.header.sessionUid)) return true
  if (isOver(session) || !isSameEvent(session, info)) return false
  if (sessionTypeOf(info.ids, info.sessionType) === SessionType.TimeTrial) return false
  const timeMs = sessionTimeMs(info.header)
  return timeMs >= loadedSaveMs && timeMs <= session.order.timeMs + 1000
}

/** R17: whether a Session packet starts this session over. */
export function isRestart(session: TrackedSession, info: SessionInfo): boolean {
  return isSameEvent(session, info) && !isOver(session)
}
