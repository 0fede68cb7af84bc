import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { ThumbnailBase64 } from './league-pictures.ts'
import { HistoryChange, Deleted, Version } from '../wire/history.ts'
import { LeagueParams } from '../wire/path-params.ts'
import { describe, ArrayPage, Instant, nullable, Page, Uuid } from '../wire/schema.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'

const Name = Type.String({ minLength: 1, maxLength: TEXT_MAX.name, pattern: '\\S' })
const Description = Type.String({ maxLength: TEXT_MAX.description })
export const LEAGUE_LINKS_MAX = 6
const LINK_PATTERN = '^$|^[Hh][Tt][Tt][Pp][Ss]?://\\S+$|^[\\w-]+(\\.[\\w-]+)+(:\\d+)?(/\\S*)?$'
/** A link is empty, or an http or https address whose scheme is optional. */
const LINK = {
  maxLength: TEXT_MAX.link,
  pattern: LINK_PATTERN,
  'x-expected': 'must be an http or https address',
}
const Link = Type.String(LINK)
const Links = Type.Array(Type.String({ ...LINK, minLength: 1 }), {
  maxItems: LEAGUE_LINKS_MAX,
  uniqueItems: true,
})
const Colour = Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', examples: ['#1e9be0'] })

/**
 * The owner of a league edits these fields. A column of the same name in the table `league` stores each;
 * updates, history and undo follow from this list (docs/leagues-and-seasons.md).
 */
export const LeagueFields = Type.Object({
  name: describe(Name, 'Name of the league.'),
  description: describe(Description, 'Description; may be empty.'),
  discord: describe(Link, 'Address of the Discord server; may be empty.'),
  website: describe(Link, 'Address of the website; may be empty.'),
  links: describe(Links, 'Addresses of other pages of the league, such as its video channel.'),
  accentColour: nullable(
    Colour,
    'Colour of the league as `#rrggbb` in lower case; null for the colour of the site.',
  ),
  isPublic: Type.Boolean({ description: 'False if only the owner can see the league.' }),
  hasRatings: Type.Boolean({ description: 'Whether the league rates its drivers.' }),
})
export type LeagueFields = Static<typeof LeagueFields>

export const League = Type.Object({
  id: describe(Uuid, 'Id of the league.'),
  ...LeagueFields.properties,
  ownerId: describe(Uuid, 'Id of the user who owns it.'),
  ownerName: Type.String({ description: 'Username of the owner.' }),
  thumbnailId: nullable(
    Type.String(),
    'Id of the logo; it changes with the picture, so that its address can be cached. Null without a logo.',
  ),
  bannerId: nullable(Type.String(), 'Id of the banner, as for the logo. Null without a banner.'),
  seasonIds: Type.Array(Uuid, { description: 'Ids of the seasons in the league.' }),
  createdAt: describe(Instant, 'When it was created, UTC.'),
  updatedAt: describe(Instant, 'When it was last changed, UTC.'),
  version: Type.Integer({
    description:
      'Number of the current version; it grows with every change, and `If-Match` takes it.',
  }),
})
export type League = Static<typeof League>

export const LeagueList = Type.Object({
  count: Type.Integer({ description: 'Number of all matching leagues, over all pages.' }),
  leagues: Type.Array(League, { description: 'Leagues of the page.' }),
})
export type LeagueList = Static<typeof LeagueList>

const CHANGEABLE = {
  description: Type.Optional(nullable(Description, 'Description of the league; null empties it.')),
  discord: Type.Optional(
    nullable(Link, 'Address of the Discord server, http or https; null removes it.'),
  ),
  website: Type.Optional(nullable(Link, 'Address of the website, http or https; null removes it.')),
  links: Type.Optional(
    nullable(
      Links,
      'Addresses of other pages of the league, http or https, in the order of display; null removes them.',
    ),
  ),
  accentColour: Type.Optional(
    nullable(Colour, 'Colour of the league as `#rrggbb`; null for the colour of the site.'),
  ),
  isPublic: Type.Optional(Type.Boolean({ description: 'Whether other users can see the league.' })),
  hasRatings: Type.Optional(
    Type.Boolean({ description: 'Whether the league rates its drivers. Defaults to true.' }),
  ),
}

export const LeagueCreate = Type.Object({
  name: describe(Name, 'Name of the league.'),
  ...CHANGEABLE,
  thumbnailBase64: Type.Optional(
    nullable(
      ThumbnailBase64,
      'Logo as PNG, JPEG or WebP, in base64 or as a data URL; null for none.',
    ),
  ),
})
export type LeagueCreate = Static<typeof LeagueCreate>

export const LeagueUpdate = Type.Object({
  name: Type.Optional(describe(Name, 'New name of the league.')),
  ...CHANGEABLE,
})
export type LeagueUpdate = Static<typeof LeagueUpdate>

const WithSeason = Type.Object({
  leagueId: describe(Uuid, 'Id of the league.'),
  seasonId: describe(Uuid, 'Id of the season.'),
})
const PATH = '/api/League'

export const leagues = endpointTable({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Public leagues, and the caller’s own private ones',
    auth: 'optional',
    scope: 'data:read',
    query: Type.Object({
      ...Page.properties,
      search: Type.Optional(
        Type.String({
          description: 'Text to search for in the names of leagues.',
          maxLength: TEXT_MAX.search,
        }),
      ),
    }),
    list: 'pages',
    response: LeagueList,
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Creates a league',
    auth: 'user',
    scope: 'leagues:write',
    body: LeagueCreate,
    bodyBytesMax: 8_000_000,
    response: League,
  },
  get: {
    method: 'GET',
    path: `${PATH}/{leagueId}`,
    summary: 'One league; a private league only for its owner',
    auth: 'optional',
    scope: 'data:read',
    params: LeagueParams,
    response: League,
  },
  update: {
    method: 'PATCH',
    path: `${PATH}/{leagueId}`,
    summary: 'Changes a league; answers with its document as a file',
    auth: 'user',
    scope: 'leagues:write',
    params: LeagueParams,
    body: LeagueUpdate,
    response: League,
    ifMatch: true,
  },
  delete: {
    method: 'DELETE',
    path: `${PATH}/{leagueId}`,
    summary:
      'Deletes a league; answers with its document as a file. It can be restored for 30 days',
    auth: 'user',
    scope: 'leagues:write',
    params: LeagueParams,
    response: League,
    ifMatch: true,
  },
  deleted: {
    method: 'GET',
    path: `${PATH}/deleted`,
    summary: 'Leagues that the caller deleted and can restore',
    auth: 'user',
    scope: 'data:read',
    query: ArrayPage,
    list: 'pages',
    response: Type.Array(Deleted),
  },
  history: {
    method: 'GET',
    path: `${PATH}/{leagueId}/history`,
    summary: 'Changes by the owner, newest first',
    auth: 'user',
    scope: 'data:read',
    params: LeagueParams,
    query: ArrayPage,
    list: 'pages',
    response: Type.Array(HistoryChange),
  },
  undo: {
    method: 'POST',
    path: `${PATH}/{leagueId}/history/{version}/undo`,
    summary:
      'Undoes the change that created this version, as long as no later change depends on it',
    auth: 'user',
    scope: 'leagues:write',
    params: Type.Object({
      ...LeagueParams.properties,
      version: describe(Version, 'Version that the change created.'),
    }),
    response: League,
    ifMatch: true,
  },
  restore: {
    method: 'POST',
    path: `${PATH}/{leagueId}/restore`,
    summary: 'Restores a deleted league',
    auth: 'user',
    scope: 'leagues:write',
    params: LeagueParams,
    response: League,
  },
  addSeason: {
    method: 'POST',
    path: `${PATH}/{leagueId}/seasons/{seasonId}`,
    summary: 'Adds a season of the caller to a league of the caller',
    auth: 'user',
    scope: 'leagues:write',
    params: WithSeason,
    ifMatch: true,
  },
  removeSeason: {
    method: 'DELETE',
    path: `${PATH}/{leagueId}/seasons/{seasonId}`,
    summary: 'Removes a season from a league',
    auth: 'user',
    scope: 'leagues:write',
    params: WithSeason,
    ifMatch: true,
  },
  ofUser: {
    method: 'GET',
    path: `${PATH}/user/{userId}`,
    summary: 'The leagues of a user',
    auth: 'optional',
    scope: 'data:read',
    params: Type.Object({ userId: describe(Uuid, 'Id of the user.') }),
    query: ArrayPage,
    list: 'pages',
    response: Type.Array(League),
  },
  pageOfUser: {
    method: 'GET',
    path: `${PATH}/user/{userId}/page`,
    summary: 'The leagues of a user by pages',
    auth: 'optional',
    scope: 'data:read',
    params: Type.Object({ userId: describe(Uuid, 'Id of the user.') }),
    query: Page,
    list: 'pages',
    response: LeagueList,
  },
})
