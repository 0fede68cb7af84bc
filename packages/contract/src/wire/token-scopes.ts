import type { Endpoint } from './endpoint.ts'

export const TOKEN_SCOPES = ['data:read', 'sessions:write', 'leagues:write'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/**
 * The scope that a personal access token needs for an endpoint; `none`: no token can call it. Every endpoint
 * that a signed-in user can call has an entry, and one without an entry is `none`.
 */
export const SCOPES = {
  // Who has them could take the account over, or hand its rights on.
  'GET /api/Account/sessions': 'none',
  'DELETE /api/Account/sessions/{id}': 'none',
  'GET /api/Account/export': 'none',
  'DELETE /api/Account': 'none',
  'GET /api/PersonalAccessTokens': 'none',
  'POST /api/PersonalAccessTokens': 'none',
  'DELETE /api/PersonalAccessTokens/{id}': 'none',
  'GET /api/RecorderKeys': 'none',
  'POST /api/RecorderKeys': 'none',
  'DELETE /api/RecorderKeys/{id}': 'none',
  'GET /api/RecorderPairings/{userCode}': 'none',
  'POST /api/RecorderPairings/{userCode}/confirm': 'none',
  'POST /api/RecorderPairings/{userCode}/refuse': 'none',
  'PUT /api/RecorderStatus': 'none',
  'PUT /api/OwnLaps/participation': 'none',

  'GET /api/Sessions/captures/usage': 'data:read',
  'GET /api/Sessions/user': 'data:read',
  'GET /api/Sessions/currentUser': 'data:read',
  'GET /api/Sessions/{id}/capture': 'data:read',
  'GET /api/Sessions/{sessionId}/seasons': 'data:read',
  'GET /api/RecorderStatus': 'data:read',
  'GET /api/Laps/suggestions': 'data:read',
  'GET /api/OwnLaps': 'data:read',
  'GET /api/OwnLaps/statistics': 'data:read',
  'GET /api/OwnLaps/participation': 'data:read',
  'GET /api/Search': 'data:read',
  'GET /api/League': 'data:read',
  'GET /api/League/deleted': 'data:read',
  'GET /api/League/{leagueId}': 'data:read',
  'GET /api/League/{leagueId}/history': 'data:read',
  'GET /api/League/{leagueId}/seasons': 'data:read',
  'GET /api/League/{leagueId}/thumbnail': 'data:read',
  'GET /api/League/{leagueId}/banner': 'data:read',
  'GET /api/League/user/{userId}': 'data:read',
  'GET /api/League/user/{userId}/page': 'data:read',
  'GET /api/Seasons': 'data:read',
  'GET /api/Seasons/deleted': 'data:read',
  'GET /api/Seasons/user': 'data:read',
  'GET /api/Seasons/user/{userId}': 'data:read',
  'GET /api/Seasons/{id}': 'data:read',
  'GET /api/Seasons/{id}/aliases': 'data:read',
  'POST /api/Seasons/{id}/aliases/preview': 'data:read',
  'GET /api/Seasons/{id}/calendar.ics': 'data:read',
  'GET /api/Seasons/{id}/export': 'data:read',
  'GET /api/Seasons/{id}/history': 'data:read',
  'GET /api/Seasons/{id}/publications': 'data:read',
  'GET /api/Seasons/{id}/publications/{version}': 'data:read',
  'GET /api/Seasons/{id}/standings/{driver}/explain': 'data:read',

  'POST /api/Sessions': 'sessions:write',
  'PUT /api/Sessions/{id}': 'sessions:write',
  'DELETE /api/Sessions/{id}': 'sessions:write',
  'POST /api/Sessions/captures': 'sessions:write',
  'GET /api/Sessions/captures/{id}': 'sessions:write',
  'DELETE /api/Sessions/captures/{id}': 'sessions:write',

  'POST /api/League': 'leagues:write',
  'PATCH /api/League/{leagueId}': 'leagues:write',
  'DELETE /api/League/{leagueId}': 'leagues:write',
  'POST /api/League/{leagueId}/history/{version}/undo': 'leagues:write',
  'POST /api/League/{leagueId}/restore': 'leagues:write',
  'POST /api/League/{leagueId}/seasons/{seasonId}': 'leagues:write',
  'DELETE /api/League/{leagueId}/seasons/{seasonId}': 'leagues:write',
  'PATCH /api/League/{leagueId}/thumbnail': 'leagues:write',
  'DELETE /api/League/{leagueId}/thumbnail': 'leagues:write',
  'PATCH /api/League/{leagueId}/banner': 'leagues:write',
  'DELETE /api/League/{leagueId}/banner': 'leagues:write',
  'POST /api/Seasons': 'leagues:write',
  'PATCH /api/Seasons': 'leagues:write',
  'DELETE /api/Seasons/{id}': 'leagues:write',
  'POST /api/Seasons/{id}/restore': 'leagues:write',
  'POST /api/Seasons/{id}/history/{version}/undo': 'leagues:write',
  'POST /api/Seasons/{id}/weekends': 'leagues:write',
  'PATCH /api/Seasons/{id}/aliases': 'leagues:write',
  'POST /api/Seasons/{id}/aliases/dismiss': 'leagues:write',
  'POST /api/Seasons/{id}/adjustments': 'leagues:write',
  'POST /api/Seasons/{id}/adjustments/{adjustmentId}/revoke': 'leagues:write',
  'POST /api/Seasons/{id}/publications': 'leagues:write',
  'POST /api/Seasons/{seasonId}/events': 'leagues:write',
  'PATCH /api/Seasons/{seasonId}/events': 'leagues:write',
  'PATCH /api/Seasons/{seasonId}/events/{eventId}': 'leagues:write',
  'DELETE /api/Seasons/{seasonId}/events/{eventId}': 'leagues:write',
  'PATCH /api/Seasons/{seasonId}/events/{eventId}/session/{sessionId}': 'leagues:write',
  'PATCH /api/Seasons/{seasonId}/events/{eventId}/sesssion/{sessionId}': 'leagues:write',
  'DELETE /api/Seasons/{seasonId}/events/{eventId}/session/{sessionId}': 'leagues:write',
  'DELETE /api/Seasons/{seasonId}/events/{eventId}/sesssion/{sessionId}': 'leagues:write',
  'PATCH /api/Seasons/{seasonId}/events/{eventId}/sessions': 'leagues:write',
} as const satisfies Readonly<Record<string, TokenScope | 'none'>>

/** Null if the endpoint needs no scope, since anyone may call it. */
export function scopeOf({ method, path, auth = 'public' }: Endpoint): TokenScope | 'none' | null {
  if (auth === 'public') return null
  const scopes: Readonly<Record<string, TokenScope | 'none'>> = SCOPES
  return scopes[`${method} ${path}`] ?? 'none'
}
