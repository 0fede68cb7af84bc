import type { DriverGridPenalty } from '@pitboard/contract/stewards/decision'
import type { StewardRules } from '@pitboard/contract/stewards/steward-rules'
import type { DrivenRound, Imposed, ImposedPenalty } from './imposed-penalties.ts'
import { findServingRounds, isOfTier, RACES } from './serving-rounds.ts'

interface NamedGridPenalty extends DriverGridPenalty {
  readonly name: string
}

/** Every this many reprimands of a driver are a grid penalty. */
type ReprimandRule = Pick<StewardRules, 'reprimandCount' | 'reprimandPlaces'>

/** Lists grid penalties that have taken effect, oldest first, with whether they were served. */
export function listGridPenalties(
  { penalties, rounds, tierOf }: Imposed,
  rule: ReprimandRule,
): NamedGridPenalty[] {
  const imposed = [...penalties.flatMap(ofDecision), ...ofReprimands(penalties, rule)].toSorted(
    (a, b) => a.penalty.decision - b.penalty.decision,
  )
  const due = imposed.map((one) => {
    const { name, sessionId, decidedAt } = one.penalty
    const tierAt = (eventIndex: number) => tierOf(name, eventIndex)
    const sentence = { sessionId, decidedAt, tierAt, roles: RACES, count: 1 }
    const [round] = findServingRounds(rounds, sentence)
    return { ...one, round, tier: round ? tierAt(rounds.indexOf(round)) : '' }
  })
  return due.map(({ penalty, places, isByReprimands, round, tier }) => {
    const { name, decision, decisionId, place, isConfirmed } = penalty
    // Several penalties of a driver at an event are served together.
    const together = due
      .filter((other) => other.penalty.name === name && other.round === round)
      .reduce((sum, other) => sum + other.places, 0)
    const shown = round ? gridState(round, { name, tier, places: together }) : 'due'
    const state = isConfirmed ? 'confirmed' : shown
    return {
      name,
      decision,
      decisionId,
      place,
      places,
      eventId: round?.eventId ?? null,
      state,
      isServed: state === 'served' || state === 'confirmed',
      isByReprimands,
    }
  })
}

function ofDecision(penalty: ImposedPenalty) {
  if (penalty.kind !== 'gridPenalty' || penalty.amount === null || penalty.isSuspended) return []
  return { penalty, places: penalty.amount, isByReprimands: false }
}

function ofReprimands(
  penalties: readonly ImposedPenalty[],
  { reprimandCount, reprimandPlaces: places }: ReprimandRule,
) {
  if (reprimandCount === null) return []
  const reprimands = penalties.filter(({ kind }) => kind === 'reprimand')
  return Array.from(Map.groupBy(reprimands, ({ name }) => name).values()).flatMap((own) =>
    own
      .filter((_, index) => (index + 1) % reprimandCount === 0)
      .map((penalty) => ({ penalty, places, isByReprimands: true })),
  )
}

interface Start {
  readonly name: string
  readonly tier: string
  readonly places: number
}

/**
 * Compares the qualifying of an event with the grid of its race, both as the game has them: whoever enters the penalty
 * into the game moves the car back by that many places, at most to the end of the grid.
 */
export function gridState(
  { sessions }: DrivenRound,
  { name, tier, places }: Start,
): DriverGridPenalty['state'] {
  const own = sessions.filter((session) => !session.isLive && isOfTier(tier)(session))
  if (!own.some(({ role }) => RACES.includes(role))) return 'due'
  const [race, anotherRace] = own.filter(({ role }) => role === 'race')
  const [qualifying, another] = own.filter(({ role }) => role === 'qualifying')
  // With several of them it is unclear which belong together.
  const isClear = race && qualifying && !anotherRace && !another && race.tier === qualifying.tier
  if (!isClear) return 'unconfirmed'
  const from = qualifying.places.get(name)?.position ?? null
  const start = race.places.get(name)?.startingPosition ?? null
  if (from === null || start === null) return 'unconfirmed'
  return start >= Math.min(from + places, race.gridSize) ? 'served' : 'notShown'
}
