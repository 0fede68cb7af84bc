import { Type, type Static } from 'typebox'
import { endpointTable } from './endpoint.ts'
import { nullable, Uuid, WholePage } from './schema.ts'
import { SessionSummary } from './session.ts'

/** What was found, the best first in each list. */
export const SearchResults = Type.Object({
  users: Type.Array(
    Type.Object({ id: Uuid, username: Type.String(), avatarUrl: nullable(Type.String()) }),
  ),
  leagues: Type.Array(
    Type.Object({
      id: Uuid,
      name: Type.String(),
      description: Type.String(),
      ownerName: Type.String(),
      isPublic: Type.Boolean(),
      thumbnailId: nullable(Type.String()),
    }),
  ),
  seasons: Type.Array(
    Type.Object({
      id: Uuid,
      name: Type.String(),
      ownerName: Type.String(),
      /** The first public one that it is in; null for a season of the caller's in none. */
      leagueName: nullable(Type.String()),
    }),
  ),
  /** At a track, of a type or by a user that the words name; the newest first. */
  sessions: Type.Array(SessionSummary),
  tracks: Type.Array(
    Type.Object({
      trackId: Type.Integer(),
      name: Type.String(),
      /** What else the track is called, where the words are not like its name but like this. */
      matchedWord: nullable(Type.String()),
    }),
  ),
  /** Of the kind that was asked for: how many there are, no more than `SEARCH_FOUND_MAX`. */
  count: Type.Optional(Type.Integer()),
})
export type SearchResults = Static<typeof SearchResults>

export const SearchKind = Type.Enum(['users', 'leagues', 'seasons', 'sessions', 'tracks'])
export type SearchKind = Static<typeof SearchKind>

/** Of one kind no more is found, on all pages: where more is alike, the words have to be better. */
export const SEARCH_FOUND_MAX = 500

export const search = endpointTable({
  all: {
    method: 'GET',
    path: '/api/Search',
    summary: 'Users, leagues, seasons, sessions and tracks by what somebody typed, typos included',
    auth: 'optional',
    query: Type.Object({
      q: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
      /** Of each kind; of one kind `pageSize` says the same. */
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
      /** Nothing else is looked for; the other lists stay empty. */
      kind: Type.Optional(SearchKind),
      /** Of the kind: a search of all kinds has one page. */
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: SEARCH_FOUND_MAX })),
      pageSize: WholePage.properties.pageSize,
    }),
    list: 'uncountedPages',
    response: SearchResults,
    errors: [400, 401],
  },
})
