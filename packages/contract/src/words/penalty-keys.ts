import type { PenaltyKind } from '../stewards/penalty.ts'
import type { penaltyWords } from './penalties-en.ts'

/** Which message says that a penalty of a kind was imposed; its places are `count` and `seconds`. */
export const PENALTY_KEYS = {
  warning: 'warned',
  time: 'seconds',
  positions: 'places',
  points: 'pointsLost',
  disqualification: 'disqualified',
  licencePoints: 'licence',
  gridPenalty: 'grid',
  raceBan: 'raceBanned',
  qualifyingBan: 'qualifyingBanned',
} as const satisfies Readonly<Record<PenaltyKind, keyof typeof penaltyWords>>
