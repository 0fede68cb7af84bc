import { Type, type Static } from 'typebox'
import { endpointTable } from './endpoint.ts'
import { Instant, Milliseconds, nullable, Uuid } from './schema.ts'
import { SessionSummary } from './session.ts'

/** The shortest valid lap of a user at one track, of the cars he recorded from. */
export const TrackBest = Type.Object({
  trackId: Type.Integer(),
  trackName: Type.String(),
  lapTimeMs: Milliseconds,
  /** The recorded session it was driven in. */
  sessionId: Uuid,
  sessionType: Type.Integer(),
  drivenAt: Instant,
})
export type TrackBest = Static<typeof TrackBest>

/** What anybody may see of a user. */
export const UserProfile = Type.Object({
  id: Uuid,
  username: Type.String(),
  avatarUrl: nullable(Type.String()),
  createdAt: Instant,
  counts: Type.Object({
    sessions: Type.Integer(),
    races: Type.Integer(),
    /** Public ones that are his. */
    leagues: Type.Integer(),
  }),
  /** By the track's name. */
  bests: Type.Array(TrackBest),
  /** The newest first, ten at most. */
  recentSessions: Type.Array(SessionSummary),
  /** The public ones that are his. */
  leagues: Type.Array(
    Type.Object({
      id: Uuid,
      name: Type.String(),
      description: Type.String(),
      thumbnailId: nullable(Type.String()),
    }),
  ),
})
export type UserProfile = Static<typeof UserProfile>

export const users = endpointTable({
  get: {
    method: 'GET',
    path: '/api/Users/{id}',
    summary: 'What anybody may see of a user: counts, best laps, recent sessions, leagues',
    params: Type.Object({ id: Uuid }),
    response: UserProfile,
    errors: [400, 404],
  },
})
