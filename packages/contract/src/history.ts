import { Type, type Static } from 'typebox'
import { Instant, Uuid } from './schema.ts'

/** What an owner did to a league or a season. */
export const Change = Type.Object({
  id: Uuid,
  /** Of the league or season, after the change. */
  version: Type.Integer(),
  at: Instant,
  authorId: Uuid,
  authorName: Type.String(),
  /** `updated`, `eventAdded`, `sessionRemoved` …; docs/leagues-and-seasons.md lists them. */
  action: Type.String(),
  /** What the action was about; of a changed field the value before and after. */
  details: Type.Object({}, { additionalProperties: true }),
})
export type Change = Static<typeof Change>

/** Of a league or a season, as an address names it. */
export const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** What an owner deleted and can still bring back. */
export const Deleted = Type.Object({
  id: Uuid,
  name: Type.String(),
  deletedAt: Instant,
  restorableUntil: Instant,
})
export type Deleted = Static<typeof Deleted>

/** How long what was deleted can be restored. */
export const RESTORABLE_DAYS = 30
