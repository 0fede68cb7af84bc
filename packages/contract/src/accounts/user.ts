import { Type, type Static } from 'typebox'
import { SessionTypeNumber, TrackNumber } from '../wire/enumeration-schemas.ts'
import { endpointTable } from '../wire/endpoint.ts'
import { describe, Instant, Milliseconds, nullable, Uuid } from '../wire/schema.ts'
import { ListedSession, RecorderResult, SessionHighlights } from '../sessions/listed-session.ts'

/** Only laps driven while recording count, and only valid ones. */
export const TrackBest = Type.Object({
  trackId: describe(TrackNumber, 'Track.'),
  trackName: Type.String({ description: 'Name of the track in English.' }),
  lapTimeMs: describe(Milliseconds, 'Lap time in ms.'),
  sessionId: describe(Uuid, 'Id of the recorded session.'),
  sessionType: describe(SessionTypeNumber, 'Type of the session.'),
  raceKind: SessionHighlights.properties.raceKind,
  drivenAt: describe(Instant, 'When the session was driven, UTC.'),
})
export type TrackBest = Static<typeof TrackBest>

/** The user drove this race to the end while recording. */
export const RecentRace = Type.Object({
  sessionId: describe(Uuid, 'Id of the recorded session.'),
  trackId: describe(TrackNumber, 'Track.'),
  trackName: Type.String({ description: 'Name of the track in English.' }),
  sessionType: describe(SessionTypeNumber, 'Type of the session.'),
  raceKind: SessionHighlights.properties.raceKind,
  drivenAt: describe(Instant, 'When the session was driven, UTC.'),
  position: RecorderResult.properties.position,
  resultStatus: RecorderResult.properties.resultStatus,
  points: RecorderResult.properties.points,
})
export type RecentRace = Static<typeof RecentRace>

const DrivenTeam = Type.Object({
  name: Type.String({ description: 'Name of the team.' }),
  teamColour: RecorderResult.properties.teamColour,
  races: Type.Integer({ description: 'Number of races for the team.' }),
  wins: Type.Integer({ description: 'Number of races won for the team.' }),
})

const DrivenTrack = Type.Object({
  trackId: describe(TrackNumber, 'Track.'),
  trackName: Type.String({ description: 'Name of the track in English.' }),
  sessions: Type.Integer({ description: 'Number of recorded sessions.' }),
})

const DrivenSeason = Type.Object({
  id: describe(Uuid, 'Id of the season.'),
  name: Type.String({ description: 'Name of the season.' }),
  leagueName: nullable(Type.String(), 'Name of a public league of the season; null without one.'),
})

export const UserProfile = Type.Object({
  id: describe(Uuid, 'Id of the user.'),
  username: Type.String({ description: 'Username.' }),
  avatarUrl: nullable(Type.String(), 'Address of the profile picture; null without one.'),
  createdAt: describe(Instant, 'When it was created, UTC.'),
  counts: Type.Object(
    {
      sessions: Type.Integer({ description: 'Number of recorded sessions.' }),
      races: Type.Integer({ description: 'Number of recorded races.' }),
      wins: Type.Integer({ description: 'Number of races that the user won.' }),
      podiums: Type.Integer({ description: 'Number of races in the first three.' }),
      poles: Type.Integer({ description: 'Number of races from the first place of the grid.' }),
      fastestLaps: Type.Integer({ description: 'Number of races with the fastest lap.' }),
      leagues: Type.Integer({ description: 'Number of public leagues that the user owns.' }),
    },
    {
      description:
        'Numbers of the user’s sessions and leagues. Results are those of the latest 500 races that the user drove to the end.',
    },
  ),
  recentRaces: Type.Array(RecentRace, {
    description: 'Latest races, newest first, eight at most.',
  }),
  teams: Type.Array(DrivenTeam, {
    description: 'Teams of these races, the most frequent first, five at most.',
  }),
  tracks: Type.Array(DrivenTrack, {
    description: 'Tracks with the most recorded sessions, five at most.',
  }),
  bests: Type.Array(TrackBest, {
    description: 'Best valid lap at each track, by the track’s name.',
  }),
  recentSessions: Type.Array(ListedSession, { description: 'Latest sessions, ten at most.' }),
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
  seasons: Type.Array(DrivenSeason, {
    description:
      'Listed seasons that count sessions of the user or name them as a driver, the latest first, six at most.',
  }),
})
export type UserProfile = Static<typeof UserProfile>

export const users = endpointTable({
  get: {
    method: 'GET',
    path: '/api/Users/{id}',
    summary:
      'Public profile of a user: counts, form, teams, tracks, best laps, recent sessions, leagues',
    params: Type.Object({ id: describe(Uuid, 'Id of the user.') }),
    response: UserProfile,
  },
})
