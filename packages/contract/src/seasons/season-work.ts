import { Type, type Static } from 'typebox'
import { describe, nullable, Uuid } from '../wire/schema.ts'

/**
 * The counts are what waits for an organiser in one season; a caller without the right to do something has 0
 * for it.
 */
export const SeasonWork = Type.Object({
  seasonId: describe(Uuid, 'Id of the season.'),
  seasonName: Type.String({ description: 'Name of the season.' }),
  signUps: Type.Integer({ description: 'Sign-ups that wait for a decision.' }),
  claims: Type.Integer({
    description: 'Users who say that a name of the season is theirs and wait for a decision.',
  }),
  unlinkedEvents: Type.Integer({
    description:
      'Events without a session at whose track and time the caller has recorded one: from 6 hours before the start to 12 hours after it.',
  }),
  hiddenDrivers: Type.Integer({
    description:
      'Cars in linked sessions whose name the game hides and the organiser has not given.',
  }),
  unpublishedSessions: Type.Integer({
    description:
      'Linked sessions that were stored after the latest published results; 0 where none were published.',
  }),
  missedAnnouncements: Type.Integer({
    description:
      'Announcements of the season that receivers have not got since their deliveries began to fail; 0 once they succeed again.',
  }),
  announcingLeagueId: nullable(
    Uuid,
    'League of the receivers that miss announcements; null if none does.',
  ),
})
export type SeasonWork = Static<typeof SeasonWork>
