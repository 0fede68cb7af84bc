import type { PenaltyKind } from '../stewards/penalty.ts'
import type { penaltyWords } from './penalties-en.ts'

/**
 * Each kind of penalty has the key of the message that announces it; the message's placeholders are `count` and
 * `seconds`.
 */
export const PENALTY_KEYS = {
  warning: 'warned',
  reprimand: 'reprimanded',
  time: 'seconds',
  positions: 'places',
  points: 'pointsLost',
  disqualification: 'disqualified',
  licencePoints: 'licence',
  gridPenalty: 'grid',
  raceBan: 'raceBanned',
  qualifyingBan: 'qualifyingBanned',
} as const satisfies Readonly<Record<PenaltyKind, keyof typeof penaltyWords>>
