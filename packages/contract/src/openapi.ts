import type { TObject, TSchema } from 'typebox'
import { Driver, Lap, Penalty, PitStop, TyreStint, Warning } from './driver.ts'
import type { Auth, Endpoint } from './endpoint.ts'
import { League, LeagueList } from './league.ts'
import { Lease, LiveSession, LiveSummary } from './live.ts'
import { Problem } from './problem.ts'
import { SessionEvent } from './session-events.ts'
import { EventSession, Season, SeasonEvent, SeasonList } from './season.ts'
import { RecordedSession, SessionDetail, SessionPage, SessionSummary } from './session.ts'
import { Explanation, Result, Standings, StandingsDriver, StandingsTeam } from './standings.ts'

/** The shapes that get a name in the document; every other one is written where it is used. */
const NAMED = {
  Driver,
  EventSession,
  Explanation,
  Lap,
  League,
  LeagueList,
  Lease,
  LiveSession,
  LiveSummary,
  Penalty,
  PitStop,
  Problem,
  RecordedSession,
  Result,
  Season,
  SeasonEvent,
  SeasonList,
  SessionDetail,
  SessionEvent,
  SessionPage,
  SessionSummary,
  Standings,
  StandingsDriver,
  StandingsTeam,
  TyreStint,
  Warning,
}

const NAME_OF = new Map<unknown, string>(Object.entries(NAMED).map(([name, at]) => [at, name]))

const SECURITY = {
  user: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  recorderKey: { type: 'apiKey', in: 'query', name: 'key' },
  recorder: { type: 'http', scheme: 'bearer', description: 'A recorder key' },
}

const SECURITY_OF: Record<Auth, Partial<Record<keyof typeof SECURITY, string[]>>[]> = {
  public: [],
  optional: [{}, { user: [] }],
  user: [{ user: [] }],
  recorderKey: [{ recorderKey: [] }],
  recorder: [{ user: [] }, { recorder: [] }],
}

const STATUS_TEXT: Record<number, string> = {
  400: 'The request is not valid; `errors` lists the fields',
  401: 'Not signed in, or the key is wrong',
  403: 'Signed in as someone who may not do this',
  404: 'There is no such thing',
  409: 'Conflicts with what is there',
  412: 'Changed since the version of `If-Match`; `changes` lists how',
  408: 'The body came too slowly',
  413: 'The body is too large',
  415: 'The body is of no type that is understood',
  422: 'The body is understood, and nothing can be made of it',
  426: 'A plain GET of a WebSocket address',
  429: 'Too many requests',
  507: 'The disk of the server is full',
}

/**
 * The OpenAPI 3.1 document of a table of endpoints. A WebSocket call is a GET that answers 101.
 * Every endpoint may also answer 500 with a `Problem`.
 */
export function openApiDocument(endpoints: readonly Endpoint[], version: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const operations = (paths[endpoint.path] ??= {})
    operations[endpoint.method.toLowerCase()] = operation(endpoint)
  }
  const schemas = Object.entries(NAMED).map(([name, schema]) => [name, convertParts(schema)])
  return {
    openapi: '3.1.1',
    info: {
      title: 'Pitboard',
      version,
      description:
        'Live and recorded sessions of an F1-style racing game. Durations are integer ' +
        'milliseconds unless a name says otherwise, instants are ISO 8601 in UTC, and a value ' +
        'that the game did not send is null.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(tag))].map((name) => ({ name })),
    paths,
    components: { schemas: Object.fromEntries(schemas), securitySchemes: SECURITY },
  }
}

function operation(endpoint: Endpoint) {
  const { auth = 'public', params, query, body, rawBody } = endpoint
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    tags: [tag(endpoint)],
    security: SECURITY_OF[auth],
    parameters: [
      ...parameters('path', params),
      ...parameters('query', query),
      ...(endpoint.errors.includes(412) ? [IF_MATCH] : []),
    ],
    ...(body && { requestBody: { required: true, content: content('application/json', body) } }),
    ...(rawBody && {
      requestBody: { required: true, content: { 'application/octet-stream': {} } },
    }),
    responses: { ...success(endpoint), ...failures(endpoint) },
  }
}

/** Every call that can answer 412 reads it. */
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The version or ETag that the change was made from, in quotes, or several of them. Without it, ' +
    'or with *, the last change wins.',
  schema: { type: 'string', examples: ['"7"'] },
}

function parameters(place: 'path' | 'query', schema: TObject | undefined) {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: schema?.required?.includes(name) ?? false,
    schema: convert(property),
  }))
}

function success({ webSocket, response, file }: Endpoint) {
  if (webSocket) return { 101: { description: 'The connection is a WebSocket from here on' } }
  if (file !== undefined) return { 200: { description: 'The file', content: { [file]: {} } } }
  if (!response) return { 204: { description: 'Done' } }
  return { 200: { description: 'The answer', content: content('application/json', response) } }
}

function failures({ webSocket, errors }: Endpoint) {
  const statuses = [...errors, ...(webSocket ? [426] : [])]
  const listed = statuses.map((status) => [status, problem(STATUS_TEXT[status] ?? 'Refused')])
  return { ...Object.fromEntries(listed), default: problem('Any other failure') }
}

function problem(description: string) {
  return { description, content: content('application/problem+json', Problem) }
}

function content(type: string, schema: TSchema) {
  return { [type]: { schema: convert(schema) } }
}

/** `GET /api/Sessions/{id}` becomes `getSessionsById`. */
function operationId({ method, path }: Endpoint): string {
  const words = path.replace(/^\/api\//, '').split(/[/.]/)
  const name = words.map((word) =>
    capital(word.replace(/^\{(\w+)\}$/, (_, key) => `By${capital(key)}`)),
  )
  return method.toLowerCase() + name.join('')
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function tag({ path }: Endpoint): string {
  return path.split('/')[2] ?? 'api'
}

function convert(schema: unknown): unknown {
  const name = NAME_OF.get(schema)
  return name === undefined ? convertParts(schema) : { $ref: `#/components/schemas/${name}` }
}

function convertParts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(convert)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.entries(schema)
  // A tuple in the words of JSON Schema 2020-12, which OpenAPI 3.1 uses.
  const isTuple = parts.some(([key, value]) => key === 'items' && Array.isArray(value))
  const named = parts.flatMap(([key, value]) => {
    if (!isTuple) return [[key, convert(value)]]
    if (key === 'additionalItems') return []
    return key === 'items'
      ? [
          ['prefixItems', convert(value)],
          ['items', false],
        ]
      : [[key, value]]
  })
  return Object.fromEntries(named)
}
