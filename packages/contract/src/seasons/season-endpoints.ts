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
  params: BySession,
  body: nullable(EventSessionUpdate),
  response: Season,
  errors: [400, 401, 403, 404, 409, 412],
})

const removeSession = endpoint({
  method: 'DELETE',
  path: `${PATH}/{seasonId}/events/{eventId}/session/{sessionId}`,
  summary: 'Removes a session from an event',
  auth: 'user',
  params: BySession,
  errors: [400, 401, 403, 404, 412],
})

/** Seasons, their events and sessions. */
export const seasons = endpointTable({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Seasons of public leagues, newest first',
    auth: 'optional',
    query: Page,
    list: 'pages',
    response: SeasonList,
    errors: [400, 401],
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Creates a season',
    auth: 'user',
    body: SeasonCreate,
    response: Season,
    errors: [400, 401, 403, 404, 409],
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
    params: Type.Object({ userId: describe(Uuid, 'Id of the user.') }),
    query: ArrayPage,
    list: 'pages',
    response: Type.Array(Season),
    errors: [400, 401, 404],
  },
  ofLeague: {
    method: 'GET',
    path: '/api/League/{leagueId}/seasons',
    summary: 'The seasons of a league, the newest first',
    auth: 'optional',
    params: LeagueParams,
    query: ArrayPage,
    list: 'pages',
    response: Type.Array(Season),
    errors: [400, 401, 404],
  },
  mine: {
    method: 'GET',
    path: `${PATH}/user`,
    summary: 'The caller’s seasons by pages',
    auth: 'user',
    query: Page,
    list: 'pages',
    response: SeasonList,
    errors: [400, 401],
  },
  addEvent: {
    method: 'POST',
    path: `${PATH}/{seasonId}/events`,
    summary: 'Adds an event',
    auth: 'user',
    params: SeasonParams,
    body: EventCreate,
    response: SeasonEvent,
    errors: [400, 401, 403, 404, 409, 412],
  },
  addEvents: {
    method: 'PATCH',
    path: `${PATH}/{seasonId}/events`,
    summary: 'Adds several events',
    auth: 'user',
    params: SeasonParams,
    body: Type.Object({
      events: Type.Array(EventCreate, { description: 'Events to add.', minItems: 1, maxItems: 60 }),
    }),
    response: Season,
    errors: [400, 401, 403, 404, 409, 412],
  },
  updateEvent: {
    method: 'PATCH',
    path: `${PATH}/{seasonId}/events/{eventId}`,
    summary: 'Changes an event',
    auth: 'user',
    params: ByEvent,
    body: EventUpdate,
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
    params: ByEvent,
    body: SessionsAdd,
    bodyBytesMax: 256_000,
    response: Season,
    errors: [400, 401, 403, 404, 409, 412],
  },
  explain: {
    method: 'GET',
    path: `${PATH}/{seasonId}/standings/{driver}/explain`,
    summary: 'Where a driver’s points come from, what was dropped, and which tie-break decided',
    auth: 'optional',
    params: Type.Object({
      ...SeasonParams.properties,
      driver: describe(DriverName, 'Name or `key` of the driver in the standings.'),
    }),
    response: Explanation,
    errors: [400, 401, 404],
  },
})
