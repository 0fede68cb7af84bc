import { Type, type Static } from 'typebox'
import { endpointTable } from './endpoint.ts'
import { League } from './league.ts'
import { Instant, Milliseconds, nullable, Uuid } from './schema.ts'
import { SessionSummary } from './session.ts'

/** What everybody may know of a user. */
export const UserProfile = Type.Object({
  id: Uuid,
  username: nullable(Type.String()),
  avatarUrl: nullable(Type.String()),
  createdAt: Instant,
  counts: Type.Object({
    sessions: Type.Integer(),
    tracks: Type.Integer(),
    /** Public ones; to himself all. */
    leagues: Type.Integer(),
  }),
  /** His best lap at each track, of the sessions he recorded as a driver. */
  bests: Type.Array(
    Type.Object({
      trackId: Type.Integer(),
      trackName: Type.String(),
      lapTimeMs: Milliseconds,
      sessionId: Uuid,
      sessionStartTime: Instant,
    }),
  ),
  /** The newest first. */
  recentSessions: Type.Array(SessionSummary),
  leagues: Type.Array(League),
})
export type UserProfile = Static<typeof UserProfile>

export const users = endpointTable({
  get: {
    method: 'GET',
    path: '/api/Users/{id}',
    summary: "A user's public profile: counts, best laps, newest sessions, leagues",
    auth: 'optional',
    params: Type.Object({ id: Uuid }),
    response: UserProfile,
    errors: [400, 401, 404],
  },
})
