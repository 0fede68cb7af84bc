import { isRaceType, SessionType } from '@pitboard/contract/wire/enumerations'
import type { SessionRole } from '@pitboard/contract/seasons/points-system'

/** What the default role depends on. */
export interface DrivenSession {
  readonly sessionType: number
  /** Null if the game does not send it. */
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
 * The role of a session until the organiser changes it. Only the last part of a qualifying counts, the
 * others are practice. A race is the sprint if the game sends that, or if a later race of the event is
 * more than twice as long.
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
