import { Type, type Static } from 'typebox'
import { endpointTable } from './endpoint.ts'
import { PointsSystem, PointsSystemChoice, SessionRole } from './points-system.ts'
import { Instant, nullable, Page, Uuid } from './schema.ts'
import { SessionSummary } from './session.ts'
import { Explanation, Standings } from './standings.ts'

const Name = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' })
export const DriverName = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' })
/** By `driverIdx`; null where the game's name stands (DESIGN §4). */
export const DriverNames = Type.Array(nullable(DriverName), { maxItems: 30 })

export const EventSession = Type.Object({
  session: SessionSummary,
  driverNames: DriverNames,
  role: SessionRole,
  /** What its points are multiplied with: 0.5 for half points. */
  pointsFactor: Type.Number(),
})
export type EventSession = Static<typeof EventSession>

export const SeasonEvent = Type.Object({
  id: Uuid,
  track: Type.Integer(),
  name: Type.String(),
  startsAt: nullable(Instant),
  sessions: Type.Array(EventSession),
})
export type SeasonEvent = Static<typeof SeasonEvent>

/** A steward's decision; it counts once, and not any more from when it is revoked. */
export const Adjustment = Type.Object({
  id: Uuid,
  kind: Type.Enum(['timePenalty', 'disqualification', 'points', 'teamPoints']),
  /** The session it is about; null for points of the season as a whole. */
  sessionId: nullable(Uuid),
  /** The driver's car in that session; null without a session. */
  driverIdx: nullable(Type.Integer()),
  /** The name in the standings that points go to or come from; null with a session. */
  name: nullable(Type.String()),
  /** Of a time penalty; negative gives time back. */
  seconds: nullable(Type.Number()),
  /** Added; negative takes away. */
  points: nullable(Type.Number()),
  reason: Type.String(),
  authorId: Uuid,
  authorName: Type.String(),
  createdAt: Instant,
  revokedAt: nullable(Instant),
  revokedReason: nullable(Type.String()),
})
export type Adjustment = Static<typeof Adjustment>

/** Names that are one driver: the standings show the first. */
export const Alias = Type.Object({ name: DriverName, aliases: Type.Array(DriverName) })
export type Alias = Static<typeof Alias>

/** Results as they were published at one time. */
export const Publication = Type.Object({
  version: Type.Integer(),
  status: Type.Enum(['provisional', 'official']),
  publishedAt: Instant,
  note: Type.String(),
})
export type Publication = Static<typeof Publication>

/**
 * `listed`: in a public league; `link`: in no league, for whoever has the link; `private`: in private
 * leagues alone, for the owner.
 */
export const Visibility = Type.Enum(['listed', 'link', 'private'])
export type Visibility = Static<typeof Visibility>

const SEASON_FIELDS = {
  id: Uuid,
  name: Type.String(),
  ownerId: Uuid,
  ownerName: Type.String(),
  /** Of those that the caller may see. */
  leagueIds: Type.Array(Uuid),
  visibility: Visibility,
  createdAt: Instant,
  updatedAt: Instant,
  /** Counts the changes; `If-Match` takes it. */
  version: Type.Integer(),
}

export const Season = Type.Object({
  ...SEASON_FIELDS,
  /** In the calendar's order. */
  events: Type.Array(SeasonEvent),
  standings: Standings,
  pointsSystem: PointsSystem,
  aliases: Type.Array(Alias),
  adjustments: Type.Array(Adjustment),
  publication: nullable(Publication),
  /** A session of the season is being driven: the standings hold it as it stands now. */
  isLive: Type.Boolean(),
})
export type Season = Static<typeof Season>

/**
 * A season in a list: the calendar without its sessions and tables without rows, which the season
 * itself has.
 */
export const SeasonSummary = Type.Object({
  ...SEASON_FIELDS,
  events: Type.Array(SeasonEvent),
  standings: Standings,
})
export type SeasonSummary = Static<typeof SeasonSummary>

export const SeasonList = Type.Object({
  totalElements: Type.Integer(),
  seasons: Type.Array(SeasonSummary),
})
export type SeasonList = Static<typeof SeasonList>

export const SeasonCreate = Type.Object({
  name: Name,
  pointsSystem: Type.Optional(PointsSystemChoice),
})
export type SeasonCreate = Static<typeof SeasonCreate>

export const SeasonUpdate = Type.Object({
  id: Uuid,
  name: Type.Optional(Name),
  pointsSystem: Type.Optional(PointsSystemChoice),
})
export type SeasonUpdate = Static<typeof SeasonUpdate>

const Track = Type.Integer({ minimum: 0, maximum: 255 })
const EVENT_FIELDS = {
  name: Type.Optional(nullable(Type.String({ maxLength: 80 }))),
  startsAt: Type.Optional(nullable(Instant)),
}

export const EventCreate = Type.Object({ track: Track, ...EVENT_FIELDS })
export type EventCreate = Static<typeof EventCreate>

export const SessionsAdd = Type.Object({
  sessionIds: Type.Array(Uuid, { minItems: 1, maxItems: 50, uniqueItems: true }),
  /** A list for each session, in the same order; or one list for all of them. */
  driverNames: Type.Optional(
    nullable(Type.Union([Type.Array(nullable(DriverNames), { maxItems: 50 }), DriverNames])),
  ),
})
export type SessionsAdd = Static<typeof SessionsAdd>

/** What an organiser says of a session of an event; what is left out stays as it is. */
export const EventSessionUpdate = Type.Object({
  driverNames: Type.Optional(DriverNames),
  role: Type.Optional(SessionRole),
  pointsFactor: Type.Optional(Type.Number({ minimum: 0, maximum: 10 })),
})
export type EventSessionUpdate = Static<typeof EventSessionUpdate>

const PATH = '/api/Seasons'
const ById = Type.Object({ id: Uuid })
const BySeason = Type.Object({ seasonId: Uuid })
const ByEvent = Type.Object({ seasonId: Uuid, eventId: Uuid })
const BySession = Type.Object({ seasonId: Uuid, eventId: Uuid, sessionId: Uuid })

/** The calls of the specification's §7. */
export const seasons = endpointTable({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Seasons of public leagues, newest first',
    auth: 'optional',
    query: Page,
    response: SeasonList,
    errors: [400, 401],
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Makes a season',
    auth: 'user',
    body: SeasonCreate,
    response: Season,
    errors: [400, 401, 403, 409],
  },
  update: {
    method: 'PATCH',
    path: PATH,
    summary: 'Changes a season; its id is in the body',
    auth: 'user',
    body: SeasonUpdate,
    response: Season,
    errors: [400, 401, 403, 404, 412],
  },
  get: {
    method: 'GET',
    path: `${PATH}/{id}`,
    summary: 'One season with its events, results and standings',
    auth: 'optional',
    params: ById,
    response: Season,
    errors: [400, 401, 404],
  },
  delete: {
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'Deletes a season. It can be restored for 30 days',
    auth: 'user',
    params: ById,
    errors: [400, 401, 403, 404, 412],
  },
  ofUser: {
    method: 'GET',
    path: `${PATH}/user/{userId}`,
    summary: 'The seasons of a user that the caller may see',
    auth: 'optional',
    params: Type.Object({ userId: Uuid }),
    response: Type.Array(SeasonSummary),
    errors: [400, 401],
  },
  ofLeague: {
    method: 'GET',
    path: '/api/League/{leagueId}/seasons',
    summary: 'The seasons of a league, the newest first',
    auth: 'optional',
    params: Type.Object({ leagueId: Uuid }),
    response: Type.Array(SeasonSummary),
    errors: [400, 401, 404],
  },
  mine: {
    method: 'GET',
    path: `${PATH}/user`,
    summary: 'The caller’s seasons by pages',
    auth: 'user',
    query: Page,
    response: SeasonList,
    errors: [400, 401],
  },
  addEvent: {
    method: 'POST',
    path: `${PATH}/{seasonId}/events`,
    summary: 'Adds an event',
    auth: 'user',
    params: BySeason,
    body: EventCreate,
    response: SeasonEvent,
    errors: [400, 401, 403, 404, 409, 412],
  },
  addEvents: {
    method: 'PATCH',
    path: `${PATH}/{seasonId}/events`,
    summary: 'Adds many events',
    auth: 'user',
    params: BySeason,
    body: Type.Object({ events: Type.Array(EventCreate, { minItems: 1, maxItems: 60 }) }),
    response: Season,
    errors: [400, 401, 403, 404, 409, 412],
  },
  updateEvent: {
    method: 'PATCH',
    path: `${PATH}/{seasonId}/events/{eventId}`,
    summary: 'Changes an event',
    auth: 'user',
    params: ByEvent,
    body: Type.Object({ track: Type.Optional(Track), ...EVENT_FIELDS }),
    response: Season,
    errors: [400, 401, 403, 404, 412],
  },
  removeEvent: {
    method: 'DELETE',
    path: `${PATH}/{seasonId}/events/{eventId}`,
    summary: 'Removes an event; its sessions stay recorded',
    auth: 'user',
    params: ByEvent,
    errors: [400, 401, 403, 404, 412],
  },
  // The specification spells session with three s's in one call and not in the other: both answer to
  // either spelling.
  addSession: {
    method: 'PATCH',
    path: `${PATH}/{seasonId}/events/{eventId}/sesssion/{sessionId}`,
    summary: 'Adds a recorded or live session to an event, or changes what is said of it there',
    auth: 'user',
    params: BySession,
    body: nullable(EventSessionUpdate),
    response: Season,
    errors: [400, 401, 403, 404, 409, 412],
  },
  setSession: {
    method: 'PATCH',
    path: `${PATH}/{seasonId}/events/{eventId}/session/{sessionId}`,
    summary: 'Adds a recorded or live session to an event, or changes what is said of it there',
    auth: 'user',
    params: BySession,
    body: nullable(EventSessionUpdate),
    response: Season,
    errors: [400, 401, 403, 404, 409, 412],
  },
  removeSession: {
    method: 'DELETE',
    path: `${PATH}/{seasonId}/events/{eventId}/session/{sessionId}`,
    summary: 'Takes a session out of an event',
    auth: 'user',
    params: BySession,
    errors: [400, 401, 403, 404, 412],
  },
  removeSesssion: {
    method: 'DELETE',
    path: `${PATH}/{seasonId}/events/{eventId}/sesssion/{sessionId}`,
    summary: 'Takes a session out of an event',
    auth: 'user',
    params: BySession,
    errors: [400, 401, 403, 404, 412],
  },
  addSessions: {
    method: 'PATCH',
    path: `${PATH}/{seasonId}/events/{eventId}/sessions`,
    summary: 'Adds many recorded sessions to an event',
    auth: 'user',
    params: ByEvent,
    body: SessionsAdd,
    response: Season,
    errors: [400, 401, 403, 404, 409, 412],
  },
  explain: {
    method: 'GET',
    path: `${PATH}/{id}/standings/{driver}/explain`,
    summary: 'Where a driver’s points come from, what was dropped, and which tie-break decided',
    auth: 'optional',
    params: Type.Object({ id: Uuid, driver: DriverName }),
    response: Explanation,
    errors: [400, 401, 404],
  },
})
