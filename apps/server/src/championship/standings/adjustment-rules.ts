import type {
  AdjustmentKind,
  AdjustmentTerms,
  TermsByKind,
} from '@pitboard/contract/seasons/adjustment'
import { invalidField } from '../../platform/http/api-error.ts'

/** A request or a row of the database has the terms of an adjustment in these fields. */
export interface AdjustmentFields {
  readonly kind: AdjustmentKind
  readonly sessionId: string | null
  readonly driverIdx: number | null
  readonly name: string | null
  readonly seconds: number | null
  readonly points: number | null
  readonly places: number | null
}

export type AdjustmentEffect =
  | {
      readonly target: 'car'
      readonly sessionId: string
      readonly driverIdx: number
      readonly addedMs: number
      /** The car loses this many places. */
      readonly places: number
      readonly isDisqualified: boolean
    }
  | {
      /** The target is the driver of a car, or without a session the driver of that name. */
      readonly target: 'driver'
      readonly sessionId: string | null
      readonly driverIdx: number | null
      readonly name: string | null
      readonly points: number
    }
  | { readonly target: 'team'; readonly name: string; readonly points: number }

interface Rule<Terms> {
  /** Takes only the fields that the kind needs. Throws a 400 for one that is missing. */
  parse(fields: AdjustmentFields): Terms
  /**
   * A changed car explains itself by its new position, points by a contribution of their own, see
   * `contributionsOf`.
   */
  effect(terms: Terms): AdjustmentEffect
}

const RULES: { readonly [K in AdjustmentKind]: Rule<TermsByKind[K]> } = {
  timePenalty: {
    parse: (fields) => ({
      kind: 'timePenalty',
      ...carOf(fields),
      seconds: amountOf(fields, 'seconds'),
      points: null,
      places: null,
    }),
    effect: ({ sessionId, driverIdx, seconds }) => {
      const addedMs = Math.round(seconds * 1000)
      return { target: 'car', sessionId, driverIdx, addedMs, places: 0, isDisqualified: false }
    },
  },
  positions: {
    parse: (fields) => ({
      kind: 'positions',
      ...carOf(fields),
      seconds: null,
      points: null,
      places: amountOf(fields, 'places'),
    }),
    effect: ({ sessionId, driverIdx, places }) => {
      return { target: 'car', sessionId, driverIdx, addedMs: 0, places, isDisqualified: false }
    },
  },
  disqualification: {
    parse: (fields) => ({
      kind: 'disqualification',
      ...carOf(fields),
      seconds: null,
      points: null,
      places: null,
    }),
    effect: ({ sessionId, driverIdx }) => {
      return { target: 'car', sessionId, driverIdx, addedMs: 0, places: 0, isDisqualified: true }
    },
  },
  points: {
    parse: (fields) => {
      const amount = { seconds: null, points: amountOf(fields, 'points'), places: null }
      return fields.sessionId === null
        ? { kind: 'points', ...nameOf(fields), ...amount }
        : { kind: 'points', ...carOf(fields), ...amount }
    },
    effect: ({ sessionId, driverIdx, name, points }) => {
      return { target: 'driver', sessionId, driverIdx, name, points }
    },
  },
  teamPoints: {
    parse: (fields) => ({
      kind: 'teamPoints',
      ...nameOf(fields),
      seconds: null,
      points: amountOf(fields, 'points'),
      places: null,
    }),
    effect: ({ name, points }) => ({ target: 'team', name, points }),
  },
}

/** Returns only the terms that the adjustment's kind has. Throws a 400 if one of them is missing. */
export function parseAdjustment(fields: AdjustmentFields): AdjustmentTerms {
  return RULES[fields.kind].parse(fields)
}

export function adjustmentEffect(adjustment: AdjustmentTerms): AdjustmentEffect {
  return effectOfKind(adjustment.kind, adjustment)
}

function effectOfKind<K extends AdjustmentKind>(kind: K, terms: TermsByKind[K]): AdjustmentEffect {
  return RULES[kind].effect(terms)
}

function carOf({ sessionId, driverIdx }: AdjustmentFields) {
  if (sessionId === null) throw invalidField('/sessionId', 'is missing')
  if (driverIdx === null) throw invalidField('/driverIdx', 'is missing')
  return { sessionId, driverIdx, name: null }
}

function nameOf({ name }: AdjustmentFields) {
  if (name === null) throw invalidField('/name', 'is missing')
  return { sessionId: null, driverIdx: null, name }
}

function amountOf(fields: AdjustmentFields, field: 'seconds' | 'points' | 'places'): number {
  const amount = fields[field]
  if (amount === null || amount === 0) throw invalidField(`/${field}`, 'is missing')
  return amount
}
