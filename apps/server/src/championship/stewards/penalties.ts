import type { AdjustmentTerms } from '@pitboard/contract/seasons/adjustment'
import {
  type Penalty,
  PENALTY_AMOUNTS,
  SUSPENDABLE_KINDS,
  type RecordedPenaltyKind,
} from '@pitboard/contract/stewards/penalty'
import { invalidField } from '../../platform/http/api-error.ts'
import { parseAdjustment } from '../standings/adjustment-rules.ts'

/** Throws a 400 for an amount that its kind does not have, for a car with one kind twice, and for a kind that can't be suspended. */
export function readPenalties(penalties: readonly Penalty[]): Penalty[] {
  const known = new Set<string>()
  return penalties.map(({ kind, driverIdx, amount, suspendedRounds }, index) => {
    const range = PENALTY_AMOUNTS[kind]
    const isValid =
      range === null
        ? amount === null
        : amount !== null && amount >= range.min && amount <= range.max
    if (!isValid) throw invalidField(`/penalties/${index}/amount`, 'does not fit the penalty')
    if (suspendedRounds !== undefined && !SUSPENDABLE_KINDS.includes(kind)) {
      throw invalidField(`/penalties/${index}/suspendedRounds`, 'does not fit the penalty')
    }
    const key = `${kind} ${driverIdx} ${suspendedRounds === undefined}`
    if (known.has(key)) throw invalidField(`/penalties/${index}`, 'is there already for this car')
    known.add(key)
    return { kind, driverIdx, amount, ...(suspendedRounds !== undefined && { suspendedRounds }) }
  })
}

type PenaltyEffect =
  | { readonly terms: AdjustmentTerms }
  | { readonly terms: null; readonly recorded: RecordedPenaltyKind }

/** Returns what a penalty changes in the standings, if it is not only recorded. */
export function effectOf({ kind, driverIdx, amount }: Penalty, sessionId: string): PenaltyEffect {
  const blank = { sessionId, driverIdx, name: null, seconds: null, points: null, places: null }
  switch (kind) {
    case 'time':
      return { terms: parseAdjustment({ ...blank, kind: 'timePenalty', seconds: amount }) }
    case 'positions':
      return { terms: parseAdjustment({ ...blank, kind: 'positions', places: amount }) }
    case 'points':
      return { terms: parseAdjustment({ ...blank, kind: 'points', points: amount && -amount }) }
    case 'disqualification':
      return { terms: parseAdjustment({ ...blank, kind: 'disqualification' }) }
    case 'warning':
    case 'reprimand':
    case 'licencePoints':
    case 'gridPenalty':
    case 'raceBan':
    case 'qualifyingBan':
      return { terms: null, recorded: kind }
  }
}
