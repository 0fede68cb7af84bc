import { isRaceType, SessionType } from '@pitboard/contract/enumerations'
import type { SessionRole } from '@pitboard/contract/points-system'

/** What the default role of a session is decided by. */
export interface DrivenSession {
  readonly sessionType: number
  /** Which race of its weekend; null where the game does not say. */
  readonly raceKind: 'sprint' | 'main' | null
  readonly plannedLaps: number
  readonly startedAt: Date
}

const BY_TYPE = new Map<number, SessionRole>([
  [SessionType.Q3, 'qualifying'],
  [SessionType.ShortQualifying, 'qualifying'],
  [SessionType.OneShotQualifying, 'qualifying'],
  [SessionType.SprintShootout3, 'sprintQualifying'],
  [SessionType.ShortSprintShootout, 'sprintQualifying'],
  [SessionType.OneShotSprintShootout, 'sprintQualifying'],
])

/**
 * What a session is within its event until the organiser says otherwise. Of a qualifying in parts
 * the last one counts: the first two are like practice. A race is the sprint where the game says so,
 * or where a later one of the event is more than twice as long.
 */
export function defaultRole(session: DrivenSession, others: readonly DrivenSession[]): SessionRole {
  if (!isRaceType(session.sessionType)) return BY_TYPE.get(session.sessionType) ?? 'practice'
  if (session.raceKind !== null) return session.raceKind === 'sprint' ? 'sprint' : 'race'
  const isBeforeLonger = others.some(
    ({ sessionType, startedAt, plannedLaps }) =>
      isRaceType(sessionType) &&
      startedAt > session.startedAt &&
      session.plannedLaps > 0 &&
      plannedLaps > 2 * session.plannedLaps,
  )
  return isBeforeLonger ? 'sprint' : 'race'
}
