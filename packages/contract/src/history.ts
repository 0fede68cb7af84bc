import { Type, type Static } from 'typebox'
import { describe, Instant, Uuid } from './schema.ts'

/** What an owner did to a league or a season. */
export const Change = Type.Object({
  id: describe(Uuid, 'Id of the change.'),
  version: Type.Integer({ description: 'Version of the league or season after the change.' }),
  at: describe(Instant, 'When it was changed, UTC.'),
  authorId: describe(Uuid, 'Id of the user who did it.'),
  authorName: Type.String({ description: 'Username of the user who did it.' }),
  action: Type.String({
    description:
      'What was done: `updated`, `eventAdded`, `sessionRemoved` …; docs/leagues-and-seasons.md lists them.',
  }),
  details: Type.Object(
    {},
    {
      description: 'What the action was about; for a changed field the values before and after.',
      additionalProperties: true,
    },
  ),
})
export type Change = Static<typeof Change>

/** Of a league or a season, as an address names it. */
export const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** What an owner deleted and can still bring back. */
export const Deleted = Type.Object({
  id: describe(Uuid, 'Id of the league or season.'),
  name: Type.String({ description: 'Name of the league or season.' }),
  deletedAt: describe(Instant, 'When it was deleted, UTC.'),
  restorableUntil: describe(Instant, 'Until when it can be restored, UTC.'),
})
export type Deleted = Static<typeof Deleted>

/** How long what was deleted can be restored. */
export const RESTORABLE_DAYS = 30
