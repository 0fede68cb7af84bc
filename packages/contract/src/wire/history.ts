import { Type, type Static } from 'typebox'
import { describe, Instant, nullable, Uuid } from './schema.ts'

/** The owner or a member made this change to a league or a season. */
export const HistoryChange = Type.Object({
  id: describe(Uuid, 'Id of the change.'),
  version: Type.Integer({ description: 'Version of the league or season after the change.' }),
  at: describe(Instant, 'When it was changed, UTC.'),
  authorId: nullable(Uuid, 'Id of the user who did it; null if the account is deleted.'),
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
export type HistoryChange = Static<typeof HistoryChange>

export const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** The owner can restore this deleted league or season. */
export const Deleted = Type.Object({
  id: describe(Uuid, 'Id of the league or season.'),
  name: Type.String({ description: 'Name of the league or season.' }),
  deletedAt: describe(Instant, 'When it was deleted, UTC.'),
  restorableUntil: describe(Instant, 'Until when it can be restored, UTC.'),
})
export type Deleted = Static<typeof Deleted>

/** A deleted league or season can be restored for this long. */
export const RESTORABLE_DAYS = 30
