import type { SuspendedPenalty } from '@pitboard/contract/stewards/decision'
import type { Imposed } from './imposed-penalties.ts'
import { findServingRounds, isOfTier, RACES } from './serving-rounds.ts'

interface NamedSuspendedPenalty extends SuspendedPenalty {
  readonly name: string
}

/**
 * Lists suspended penalties that have not taken effect. One lapses with the first race after its last event: until then
 * the stewards can decide on an offence in that event.
 */
export function listSuspendedPenalties({
  penalties,
  rounds,
  tierOf,
}: Imposed): NamedSuspendedPenalty[] {
  return penalties.flatMap((penalty) => {
    const { name, decision, decisionId, place, kind, amount, suspendedRounds } = penalty
    if (!penalty.isSuspended || suspendedRounds === undefined) return []
    const { sessionId, decidedAt } = penalty
    const tierAt = (eventIndex: number) => tierOf(name, eventIndex)
    const sentence = { sessionId, decidedAt, tierAt, roles: RACES, count: suspendedRounds + 1 }
    const found = findServingRounds(rounds, sentence)
    const next = found[suspendedRounds]
    const isOwn = isOfTier(next ? tierAt(rounds.indexOf(next)) : '')
    const hasLapsed =
      next?.sessions.some(
        (session) => RACES.includes(session.role) && !session.isLive && isOwn(session),
      ) ?? false
    return {
      name,
      decision,
      decisionId,
      place,
      kind,
      amount,
      rounds: suspendedRounds,
      untilEventId: found[suspendedRounds - 1]?.eventId ?? null,
      hasLapsed,
    }
  })
}
