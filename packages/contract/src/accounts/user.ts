import { Type, type Static } from 'typebox'
import { SessionTypeNumber, TrackNumber } from '../wire/enumeration-schemas.ts'
import { endpointTable } from '../wire/endpoint.ts'
import { describe, Instant, Milliseconds, nullable, Uuid } from '../wire/schema.ts'
import { SessionSummary } from '../sessions/session.ts'

/** The shortest valid lap of a user at one track, driven while recording. */
export const TrackBest = Type.Object({
  trackId: describe(TrackNumber, 'Track.'),
  trackName: Type.String({ description: 'Name of the track in English.' }),
  lapTimeMs: describe(Milliseconds, 'Lap time in ms.'),
  sessionId: describe(Uuid, 'Id of the recorded session.'),
  sessionType: describe(SessionTypeNumber, 'Type of the session.'),
  drivenAt: describe(Instant, 'When the session was driven, UTC.'),
})
export type TrackBest = Static<typeof TrackBest>

/** Public profile of a user. */
export const UserProfile = Type.Object({
  id: describe(Uuid, 'Id of the user.'),
  username: Type.String({ description: 'Username.' }),
  avatarUrl: nullable(Type.String(), 'Address of the profile picture; null without one.'),
  createdAt: describe(Instant, 'When it was created, UTC.'),
  counts: Type.Object(
    {
      sessions: Type.Integer({ description: 'Number of recorded sessions.' }),
      races: Type.Integer({ description: 'Number of recorded races.' }),
      leagues: Type.Integer({ description: 'Number of public leagues that the user owns.' }),
    },
    { description: 'Numbers of the user’s sessions and leagues.' },
  ),
  bests: Type.Array(TrackBest, {
    description: 'Best valid lap at each track, by the track’s name.',
  }),
  recentSessions: Type.Array(SessionSummary, { description: 'Latest sessions, ten at most.' }),
  leagues: Type.Array(
    Type.Object({
      id: describe(Uuid, 'Id of the league.'),
      name: Type.String({ description: 'Name of the league.' }),
      description: Type.String({ description: 'Description; may be empty.' }),
      thumbnailId: nullable(Type.String(), 'Id of the logo; null without one.'),
      accentColour: nullable(
        Type.String(),
        'Colour of the league as `#rrggbb`; null for the colour of the site.',
      ),
    }),
    { description: 'Public leagues that the user owns.' },
  ),
})
export type UserProfile = Static<typeof UserProfile>

export const users = endpointTable({
  get: {
    method: 'GET',
    path: '/api/Users/{id}',
    summary: 'Public profile of a user: counts, best laps, recent sessions, leagues',
    params: Type.Object({ id: describe(Uuid, 'Id of the user.') }),
    response: UserProfile,
    errors: [400, 404],
  },
})
