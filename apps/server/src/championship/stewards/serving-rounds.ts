import type { SessionRole } from '@pitboard/contract/seasons/points-system'

/** An event of the calendar has what was driven in it. */
export interface Round {
  readonly eventId: string
  /** It is to begin then; null without a date. */
  readonly startsAt: Date | null
  readonly sessions: readonly RoundSession[]
}

export interface RoundSession {
  readonly sessionId: string
  readonly role: SessionRole
  /** All cars of the session belong to this tier; empty if each driver's entry in the roster decides. */
  readonly tier: string
  readonly startedAt: Date
}

interface Sentence {
  /** The incident happened in this session. */
  readonly sessionId: string
  readonly decidedAt: Date
  /** Returns the tier in which the driver competes at an event; empty where tiers do not compete. */
  readonly tierAt: (eventIndex: number) => string
  /** These sessions must not have begun at the decision. */
  readonly roles: readonly SessionRole[]
  /** It takes this many rounds. */
  readonly count: number
}

export const RACES: readonly SessionRole[] = ['race', 'sprint']
export const QUALIFYINGS: readonly SessionRole[] = ['qualifying', 'sprintQualifying']

/**
 * Finds the rounds at which a penalty is served: the first after that of the incident in which the driver's tier had
 * not begun its races at the decision. A round in which only other tiers raced does not count.
 */
export function findServingRounds<R extends Round>(
  rounds: readonly R[],
  { sessionId, decidedAt, tierAt, roles, count }: Sentence,
): R[] {
  const from = rounds.findIndex(({ sessions }) =>
    sessions.some((session) => session.sessionId === sessionId),
  )
  return rounds
    .filter((round, index) => {
      if (index <= from) return false
      const races = round.sessions.filter(({ role }) => RACES.includes(role))
      const isOwn = isOfTier(tierAt(index))
      if (races.length > 0 && !races.some(isOwn)) return false
      // Its race was over at the decision, and is not linked yet.
      if (races.length === 0 && round.startsAt !== null && round.startsAt <= decidedAt) return false
      const begun = round.sessions.filter((session) => roles.includes(session.role))
      return begun.filter(isOwn).every(({ startedAt }) => startedAt > decidedAt)
    })
    .slice(0, count)
}

/** Creates a test of whether drivers of the tier may have driven in a session. */
export function isOfTier(own: string): (session: Pick<RoundSession, 'tier'>) => boolean {
  return ({ tier }) => tier === '' || own === '' || tier === own
}
