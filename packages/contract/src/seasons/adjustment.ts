import { Type, type Static, type TProperties } from 'typebox'
import { describe, Instant, nullable, Uuid } from '../wire/schema.ts'

/** Each kind has a rule in the server's standings and one on the page of a season. */
export const ADJUSTMENT_KINDS = [
  'timePenalty',
  'positions',
  'disqualification',
  'points',
  'teamPoints',
] as const
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number]

export const ADJUSTMENT_AMOUNTS = {
  seconds: { min: -3600, max: 3600 },
  points: { min: -1000, max: 1000 },
  places: { min: 1, max: 30 },
} as const

const CAR = {
  sessionId: describe(Uuid, 'Id of the session; null for points of the season as a whole.'),
  driverIdx: Type.Integer({ description: 'Car index in that session; null without a session.' }),
  name: Type.Null({ description: 'Null: the adjustment applies to a car.' }),
}
const NAME = {
  sessionId: Type.Null({ description: 'Null: the points belong to the season as a whole.' }),
  driverIdx: Type.Null({ description: 'Null: the adjustment applies to a name.' }),
  name: Type.String({ description: 'Name in the standings that points are added to.' }),
}
const NO_SECONDS = Type.Null({ description: 'Null: only a time penalty has seconds.' })
const NO_POINTS = Type.Null({ description: 'Null: the adjustment changes a result, not points.' })
const NO_PLACES = Type.Null({ description: 'Null: only a loss of positions has places.' })
const POINTS = {
  seconds: NO_SECONDS,
  places: NO_PLACES,
  points: Type.Number({ description: 'Points to add; a negative value deducts them.' }),
}

export const AdjustmentDecision = Type.Object({
  id: describe(Uuid, 'Id of the decision.'),
  number: Type.Integer({ description: 'Number of the decision in the season.' }),
  replacedBy: nullable(
    Type.Integer(),
    'Number of the decision that replaced it after an appeal; null without one.',
  ),
})
export type AdjustmentDecision = Static<typeof AdjustmentDecision>

/** The fields say of an adjustment of any kind who made it, when and why. */
export const AdjustmentOrigin = Type.Object({
  id: describe(Uuid, 'Id of the adjustment.'),
  reason: Type.String({ description: 'Reason of the stewards.' }),
  authorId: nullable(
    Uuid,
    'Id of the user who created the adjustment; null if the account is deleted.',
  ),
  authorName: Type.String({ description: 'Username of the user who created the adjustment.' }),
  createdAt: describe(Instant, 'When it was created, UTC.'),
  revokedAt: nullable(Instant, 'When it was revoked, UTC; null while it applies.'),
  revokedReason: nullable(Type.String(), 'Reason for revoking it; null while it applies.'),
  decision: nullable(AdjustmentDecision, 'Decision of a case that made it; null without a case.'),
})

/** A steward decision applies once, and no longer from the time when it is revoked. */
export const Adjustment = Type.Union([
  variant('timePenalty', {
    ...CAR,
    seconds: Type.Number({
      description: 'Seconds of a time penalty; a negative value reduces the race time.',
    }),
    points: NO_POINTS,
    places: NO_PLACES,
  }),
  variant('positions', {
    ...CAR,
    seconds: NO_SECONDS,
    points: NO_POINTS,
    places: Type.Integer({ description: 'Places that the car loses.' }),
  }),
  variant('disqualification', {
    ...CAR,
    seconds: NO_SECONDS,
    points: NO_POINTS,
    places: NO_PLACES,
  }),
  variant('points', { ...CAR, ...POINTS }),
  variant('points', { ...NAME, ...POINTS }),
  variant('teamPoints', { ...NAME, ...POINTS }),
])
export type Adjustment = Static<typeof Adjustment>

function variant<K extends AdjustmentKind, F extends TProperties>(kind: K, fields: F) {
  return Type.Object({
    kind: Type.Literal(kind, {
      description:
        '`timePenalty`, `positions` and `disqualification` change the result of a car, `points` and `teamPoints` those of a driver or a team.',
    }),
    ...fields,
    ...AdjustmentOrigin.properties,
  })
}

type Term = 'kind' | 'sessionId' | 'driverIdx' | 'name' | 'seconds' | 'points' | 'places'
type PickTerms<T> = T extends Record<Term, unknown> ? Pick<T, Term> : never

/** The terms say what an adjustment of a kind changes, without its reason and its author. */
export type TermsByKind = {
  readonly [K in AdjustmentKind]: PickTerms<Extract<Adjustment, { kind: K }>>
}
export type AdjustmentTerms = TermsByKind[AdjustmentKind]
