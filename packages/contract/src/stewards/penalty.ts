import { Type, type Static } from 'typebox'

/** Stewards can impose these on a car. */
export const PENALTY_KINDS = [
  'warning',
  'reprimand',
  'time',
  'positions',
  'points',
  'disqualification',
  'licencePoints',
  'gridPenalty',
  'raceBan',
  'qualifyingBan',
] as const
export type PenaltyKind = (typeof PENALTY_KINDS)[number]
/** These change no result. */
export type RecordedPenaltyKind = Exclude<
  PenaltyKind,
  'time' | 'positions' | 'points' | 'disqualification'
>

/** Null stands for a kind without an amount. */
export const PENALTY_AMOUNTS: Readonly<
  Record<
    PenaltyKind,
    { readonly min: number; readonly max: number; readonly initial: number } | null
  >
> = {
  warning: null,
  reprimand: null,
  time: { min: 1, max: 600, initial: 5 },
  positions: { min: 1, max: 30, initial: 1 },
  points: { min: 1, max: 1000, initial: 1 },
  disqualification: null,
  licencePoints: { min: 1, max: 50, initial: 2 },
  gridPenalty: { min: 1, max: 30, initial: 3 },
  raceBan: { min: 1, max: 10, initial: 1 },
  qualifyingBan: { min: 1, max: 10, initial: 1 },
}

export const PENALTIES_MAX = 12

/** These penalties change no result of the session of the offence, so that they can be suspended until another one. */
export const SUSPENDABLE_KINDS: readonly PenaltyKind[] = [
  'points',
  'licencePoints',
  'gridPenalty',
  'raceBan',
  'qualifyingBan',
]

/** A suspended penalty takes effect if another offence follows within this number of events. */
export const SUSPENDED_ROUNDS = { min: 1, max: 30, initial: 3 } as const

export const Penalty = Type.Object({
  kind: Type.Enum(PENALTY_KINDS, {
    description:
      '`time` (seconds), `positions` (places lost), `points` (deducted) and `disqualification` change the result; `licencePoints` and `gridPenalty` (places at the next event) are recorded; a `reprimand` is counted; a driver with a `raceBan` or a `qualifyingBan` is kept out of the races or the qualifying sessions of the next `amount` events.',
  }),
  driverIdx: Type.Integer({ description: 'Car index in the session.', minimum: 0, maximum: 29 }),
  amount: Type.Union([Type.Integer({ minimum: 1, maximum: 1000 }), Type.Null()], {
    description:
      'Seconds, places, points or events; null for a warning, a reprimand and a disqualification.',
  }),
  suspendedRounds: Type.Optional(
    Type.Integer({
      minimum: SUSPENDED_ROUNDS.min,
      maximum: SUSPENDED_ROUNDS.max,
      description:
        'The penalty is suspended: it takes effect only if a steward activates it, for another offence within so many events. Left out: it takes effect at once.',
    }),
  ),
})
export type Penalty = Static<typeof Penalty>
