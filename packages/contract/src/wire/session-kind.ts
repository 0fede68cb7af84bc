import { isRaceType, SessionType } from './enumerations.ts'

/** The kind says what decides a session, and so what its screen shows. */
export type SessionKind = 'race' | 'qualifying' | 'practice' | 'timeTrial'

export const QUALIFYING_TYPES: readonly number[] = [
  SessionType.Q1,
  SessionType.Q2,
  SessionType.Q3,
  SessionType.ShortQualifying,
  SessionType.OneShotQualifying,
  SessionType.SprintShootout1,
  SessionType.SprintShootout2,
  SessionType.SprintShootout3,
  SessionType.ShortSprintShootout,
  SessionType.OneShotSprintShootout,
]

/**
 * Returns the kind of a session. A type that nobody knows is shown as a practice, because its columns suit
 * every session.
 */
export function sessionKind(sessionType: number): SessionKind {
  if (isRaceType(sessionType)) return 'race'
  if (QUALIFYING_TYPES.includes(sessionType)) return 'qualifying'
  return sessionType === SessionType.TimeTrial ? 'timeTrial' : 'practice'
}

/** Returns whether a session ends after a time; races and time trials count laps. */
export function endsByTime(sessionType: number): boolean {
  const kind = sessionKind(sessionType)
  return kind === 'qualifying' || kind === 'practice'
}
