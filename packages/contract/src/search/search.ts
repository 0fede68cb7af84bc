import { Type, type Static } from 'typebox'
import { TrackNumber } from '../wire/enumeration-schemas.ts'
import { endpointTable } from '../wire/endpoint.ts'
import { describe, nullable, Uuid, WholePage } from '../wire/schema.ts'
import { ListedSession } from '../sessions/listed-session.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'

/** A search finds a track by one of these. */
export const TrackMatch = Type.Object(
  {
    by: describe(
      Type.Enum(['name', 'place', 'country']),
      'What the words match: the name of the track, another name or place, or its country.',
    ),
    value: Type.String({
      description: 'The matched name or place; for a country its ISO 3166-1 code, such as `ES`.',
    }),
    isSimilar: Type.Boolean({
      description: 'True if a word only resembles it: a typing error is assumed.',
    }),
  },
  { description: 'Why the track is found.' },
)
export type TrackMatch = Static<typeof TrackMatch>

/** Each list has the best match first. */
export const SearchResults = Type.Object({
  users: Type.Array(
    Type.Object({
      id: describe(Uuid, 'Id of the user.'),
      username: Type.String({ description: 'Username.' }),
      avatarUrl: nullable(Type.String(), 'Address of the profile picture; null without one.'),
    }),
    { description: 'Users, best match first.' },
  ),
  leagues: Type.Array(
    Type.Object({
      id: describe(Uuid, 'Id of the league.'),
      name: Type.String({ description: 'Name of the league.' }),
      description: Type.String({ description: 'Description; may be empty.' }),
      ownerName: Type.String({ description: 'Username of the owner.' }),
      isPublic: Type.Boolean({ description: 'False if only the owner can see the league.' }),
      thumbnailId: nullable(Type.String(), 'Id of the logo; null without one.'),
      accentColour: nullable(
        Type.String(),
        'Colour of the league as `#rrggbb`; null for the colour of the site.',
      ),
    }),
    { description: 'Leagues, best match first.' },
  ),
  seasons: Type.Array(
    Type.Object({
      id: describe(Uuid, 'Id of the season.'),
      name: Type.String({ description: 'Name of the season.' }),
      ownerName: Type.String({ description: 'Username of the owner.' }),
      leagueName: nullable(
        Type.String(),
        'Name of the first public league that contains the season; null for an own season in none.',
      ),
    }),
    { description: 'Seasons, best match first.' },
  ),
  sessions: Type.Array(ListedSession, {
    description: 'Sessions by the track, type or user that the words name, newest first.',
  }),
  tracks: Type.Array(
    Type.Object({
      trackId: describe(TrackNumber, 'Track.'),
      name: Type.String({ description: 'Name of the track.' }),
      match: TrackMatch,
    }),
    { description: 'Tracks, the one of this name first, then the best match.' },
  ),
  count: Type.Optional(
    Type.Integer({
      description:
        'Number of results of the requested `kind`, 500 at most; left out without `kind`.',
    }),
  ),
})
export type SearchResults = Static<typeof SearchResults>

export const SearchKind = Type.Enum(['users', 'leagues', 'seasons', 'sessions', 'tracks'])
export type SearchKind = Static<typeof SearchKind>

/** Limits the results of one kind over all pages. */
export const SEARCH_FOUND_MAX = 500

export const search = endpointTable({
  all: {
    method: 'GET',
    path: '/api/Search',
    summary: 'Searches users, leagues, seasons, sessions and tracks; tolerates typing errors',
    auth: 'optional',
    scope: 'data:read',
    query: Type.Object({
      q: Type.String({
        description: 'Words to search for; typing errors are tolerated.',
        minLength: 1,
        maxLength: TEXT_MAX.search,
        pattern: '\\S',
      }),
      limit: Type.Optional(
        Type.Integer({
          description: 'Number of results of each kind.',
          default: 10,
          minimum: 1,
          maximum: 50,
        }),
      ),
      kind: Type.Optional(
        describe(SearchKind, 'Only kind of result to search for; the other lists stay empty.'),
      ),
      page: Type.Optional(
        Type.Integer({
          description: 'Page of the results of `kind`, from 1. Defaults to 1.',
          minimum: 1,
          maximum: SEARCH_FOUND_MAX,
        }),
      ),
      pageSize: WholePage.properties.pageSize,
    }),
    list: 'uncountedPages',
    response: SearchResults,
  },
})
