import type { SessionDetail } from '../sessions/session.ts'
import { SessionType } from '../wire/enumerations.ts'
import type { sessionTypes } from './session-types-en.ts'

type SessionTypeKey = keyof typeof sessionTypes

const KEYS = {
  [SessionType.Unknown]: 'anySession',
  [SessionType.P1]: 'practice1',
  [SessionType.P2]: 'practice2',
  [SessionType.P3]: 'practice3',
  [SessionType.ShortPractice]: 'shortPractice',
  [SessionType.Q1]: 'qualifying1',
  [SessionType.Q2]: 'qualifying2',
  [SessionType.Q3]: 'qualifying3',
  [SessionType.ShortQualifying]: 'shortQualifying',
  [SessionType.OneShotQualifying]: 'oneShotQualifying',
  [SessionType.Race]: 'race',
  [SessionType.Race2]: 'race2',
  [SessionType.TimeTrial]: 'timeTrial',
  [SessionType.Race3]: 'race3',
  [SessionType.SprintShootout1]: 'sprintShootout1',
  [SessionType.SprintShootout2]: 'sprintShootout2',
  [SessionType.SprintShootout3]: 'sprintShootout3',
  [SessionType.ShortSprintShootout]: 'shortSprintShootout',
  [SessionType.OneShotSprintShootout]: 'oneShotSprintShootout',
} as const satisfies Readonly<
  Record<(typeof SessionType)[keyof typeof SessionType], SessionTypeKey>
>

/** A game may send a number that this version does not know. */
const BY_NUMBER: Readonly<Record<number, SessionTypeKey>> = KEYS

/** Returns the key of the message that names a type of session. */
export function sessionTypeKey(sessionType: number): SessionTypeKey {
  return BY_NUMBER[sessionType] ?? 'anySession'
}

/**
 * Returns the key of the message that names a session. Games number races as they like, so that it is known
 * apart from the type which race of its weekend a session is.
 */
export function sessionNameKey({
  sessionType,
  raceKind,
}: Pick<SessionDetail, 'sessionType' | 'raceKind'>): SessionTypeKey {
  if (raceKind === 'sprint') return 'sprint'
  return raceKind === 'main' ? 'race' : sessionTypeKey(sessionType)
}
