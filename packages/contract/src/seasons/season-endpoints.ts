import { Type } from 'typebox'
import { endpoint, endpointTable } from '../wire/endpoint.ts'
import { LeagueParams, SeasonParams, SessionParams } from '../wire/path-params.ts'
import { describe, ArrayPage, nullable, Page, Uuid } from '../wire/schema.ts'
import {
  DriverName,
  EventCreate,
  EventSessionUpdate,
  EventUpdate,
  Season,
  SeasonCreate,
  SeasonEvent,
  SeasonList,
  SeasonUpdate,
  SessionsAdd,
  TierQuery,
} from './season.ts'
import { Explanation } from './standings.ts'

const PATH = '/api/Seasons'
const ById = Type.Object({ id: describe(Uuid, 'Id of the season.') })
const ByEvent = Type.Object({
  ...SeasonParams.properties,
  eventId: describe(Uuid, 'Id of the event.'),
})
const BySession = Type.Object({
  ...SeasonParams.properties,
  eventId: describe(Uuid, 'Id of the event.'),
  ...SessionParams.properties,
})

// The specified paths spell `session` with three s's in one of the two calls: both calls accept either
// spelling.
const setSession = endpoint({
  method: 'PATCH',
  path: `${PATH}/{seasonId}/events/{eventId}/session/{sessionId}`,
  summary: 'Adds a recorded or live session to an event, or changes its role, names or factor',
  auth: 'user',
  scope: 'leagues:write',
  params: BySession,
  body: nullable(EventSessionUpdate),
  response: Season,
  ifMatch: true,
  errors: [409],
})

const removeSession = endpoint({
  method: 'DELETE',
  path: `${PATH}/{seasonId}/events/{eventId}/session/{sessionId}`,
  summary: 'Removes a session from an event',
  auth: 'user',
  scope: 'leagues:write',
  params: BySession,
  ifMatch: true,
})

/** Seasons, their events and sessions. */
export const seasons = endpointTable({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Seasons of public leagues, newest first',
    auth: 'optional',
    scope: 'data:read',
    query: Page,
    list: 'pages',
    response: SeasonList,
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Creates a season',
    auth: 'user',
    scope: 'leagues:write',
    body: SeasonCreate,
    response: Season,
    errors: [404],
  },
  update: {
    method: 'PATCH',
    path: PATH,
    summary: 'Changes a season; its id is in the body',
    auth: 'user',
    scope: 'leagues:write',
    body: SeasonUpdate,
    response: Season,
    ifMatch: true,
    errors: [404],
  },
  get: {
    method: 'GET',
    path: `${PATH}/{id}`,
    summary: 'One season with its events, results and standings',
    auth: 'optional',
    scope: 'data:read',
    params: ById,
    response: Season,
  },
  delete: {
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'Deletes a season. It can be restored for 30 days',
    auth: 'user',
    scope: 'leagues:write',
    params: ById,
    ifMatch: true,
  },
  ofUser: {
    method: 'GET',
    path: `${PATH}/user/{userId}`,
    summary: 'The seasons of a user that the caller may see',
    auth: 'optional',
    scope: 'data:read',
    params: Type.Object({ userId: describe(Uuid, 'Id of the user.') }),
    query: ArrayPage,
    list: 'pages',
    response: Type.Array(Season),
  },
  ofLeague: {
    method: 'GET',
    path: '/api/League/{leagueId}/seasons',
    summary: 'The seasons of a league, the newest first',
    auth: 'optional',
    scope: 'data:read',
    params: LeagueParams,
    query: ArrayPage,
    list: 'pages',
    response: Type.Array(Season),
  },
  mine: {
    method: 'GET',
    path: `${PATH}/user`,
    summary: 'The caller’s seasons by pages',
    auth: 'user',
    scope: 'data:read',
    query: Page,
    list: 'pages',
    response: SeasonList,
  },
  addEvent: {
    method: 'POST',
    path: `${PATH}/{seasonId}/events`,
    summary: 'Adds an event',
    auth: 'user',
    scope: 'leagues:write',
    params: SeasonParams,
    body: EventCreate,
    response: SeasonEvent,
    ifMatch: true,
  },
  addEvents: {
    method: 'PATCH',
    path: `${PATH}/{seasonId}/events`,
    summary: 'Adds several events',
    auth: 'user',
    scope: 'leagues:write',
    params: SeasonParams,
    body: Type.Object({
      events: Type.Array(EventCreate, { description: 'Events to add.', minItems: 1, maxItems: 60 }),
    }),
    response: Season,
    ifMatch: true,
    errors: [409],
  },
  updateEvent: {
    method: 'PATCH',
    path: `${PATH}/{seasonId}/events/{eventId}`,
    summary: 'Changes an event',
    auth: 'user',
    scope: 'leagues:write',
    params: ByEvent,
    body: EventUpdate,
    response: Season,
    ifMatch: true,
  },
  removeEvent: {
    method: 'DELETE',
    path: `${PATH}/{seasonId}/events/{eventId}`,
    summary: 'Removes an event; its sessions stay recorded',
    auth: 'user',
    scope: 'leagues:write',
    params: ByEvent,
    ifMatch: true,
  },
  setSession,
  setSesssion: { ...setSession, path: `${PATH}/{seasonId}/events/{eventId}/sesssion/{sessionId}` },
  removeSession,
  removeSesssion: {
    ...removeSession,
    path: `${PATH}/{seasonId}/events/{eventId}/sesssion/{sessionId}`,
  },
  addSessions: {
    method: 'PATCH',
    path: `${PATH}/{seasonId}/events/{eventId}/sessions`,
    summary: 'Adds many recorded sessions to an event',
    auth: 'user',
    scope: 'leagues:write',
    params: ByEvent,
    body: SessionsAdd,
    bodyBytesMax: 256_000,
    response: Season,
    ifMatch: true,
    errors: [409],
  },
  explain: {
    method: 'GET',
    path: `${PATH}/{seasonId}/standings/{driver}/explain`,
    summary: 'Where a driver’s points come from, what was dropped, and which tie-break decided',
    auth: 'optional',
    scope: 'data:read',
    params: Type.Object({
      ...SeasonParams.properties,
      driver: describe(DriverName, 'Name or `key` of the driver in the standings.'),
    }),
    query: Type.Object({ tier: TierQuery }),
    response: Explanation,
  },
})
