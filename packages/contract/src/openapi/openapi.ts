import type { TObject, TSchema } from 'typebox'
import { Announcement } from '../leagues/announcement.ts'
import {
  API_VERSION,
  type Auth,
  type Endpoint,
  isRepeatable,
  scopeOf,
  takesTokens,
} from '../wire/endpoint.ts'
import {
  componentHeaders,
  componentResponses,
  describeGeneralHeaders,
  describeResponses,
  listSuccesses,
} from './openapi-responses.ts'
import { exampleOf } from './openapi-examples.ts'
import { componentOf, componentSchemas, convertSchema, descriptionOf } from './openapi-schemas.ts'
import { noun, operationId, tag } from './operation-names.ts'
import { ArrayPage, Page, WholePage } from '../wire/schema.ts'
import { type Part, shareComponents, type SharedComponents } from './shared-components.ts'
import { findReferred, shareSchemas } from './shared-schemas.ts'

const SECURITY = {
  user: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  recorderKey: { type: 'apiKey', in: 'query', name: 'key' },
  recorder: { type: 'http', scheme: 'bearer', description: 'A recorder key.' },
  personalAccessToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A personal access token with the scope that the call names. It cannot make calls that name none but may be made by a user.',
  },
}

type Requirement = Partial<Record<keyof typeof SECURITY, string[]>>

const SECURITY_OF: Record<Auth, Requirement[]> = {
  public: [],
  optional: [{}, { user: [] }],
  user: [{ user: [] }],
  recorderKey: [{ recorderKey: [] }],
  recorder: [{ user: [] }, { recorder: [] }],
}

/**
 * Returns the OpenAPI 3.1 document of these endpoints. A WebSocket call is a GET that answers 101. Every
 * endpoint may also answer 500 with a `Problem`.
 */
export function openApiDocument(endpoints: readonly Endpoint[]) {
  const parameters = shareComponents('parameters', endpoints.flatMap(listParameters))
  const answers = shareComponents('responses', endpoints.flatMap(listSuccesses))
  const bodies = shareComponents('requestBodies', endpoints.flatMap(listBodies))
  const operations: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const ofPath = (operations[endpoint.path] ??= {})
    ofPath[endpoint.method.toLowerCase()] = operation(endpoint, { parameters, bodies, answers })
  }
  const { paths, schemas } = shareSchemas({ paths: operations, schemas: componentSchemas() })
  const webhooks = { announcement: announcementWebhook() }
  const responses = { ...answers.components, ...componentResponses(endpoints) }
  const rest = {
    paths,
    webhooks,
    responses,
    requestBodies: bodies.components,
    parameters: parameters.components,
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Pitboard',
      version: API_VERSION,
      description:
        'Live and recorded sessions of an F1-style racing game. Durations are integer ' +
        'milliseconds unless a name says otherwise, instants are ISO 8601 in UTC, and a value ' +
        'that the game did not send is null. Distances are in metres, temperatures in °C, velocities ' +
        `in m/s.\n\nA user may make a call that says nothing of its callers.\n\n${describeGeneralHeaders()}`,
    },
    servers: [{ url: '/' }],
    // A call that names no security of its own takes a user's token.
    security: SECURITY_OF.user,
    tags: [...new Set(endpoints.map(tag))].map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      schemas: findReferred(schemas, rest),
      requestBodies: bodies.components,
      responses,
      headers: componentHeaders(),
      parameters: {
        ...parameters.components,
        IfMatch: IF_MATCH,
        IdempotencyKey: IDEMPOTENCY_KEY,
      },
      securitySchemes: SECURITY,
    },
  }
}

interface Shared {
  readonly parameters: SharedComponents
  readonly bodies: SharedComponents
  readonly answers: SharedComponents
}

function operation(endpoint: Endpoint, { parameters, bodies, answers }: Shared) {
  const { auth = 'public' } = endpoint
  const [requestBody] = listBodies(endpoint).map(bodies.refer)
  const tokens = tokenSecurity(endpoint)
  const given = [
    ...listParameters(endpoint).map(parameters.refer),
    ...(endpoint.ifMatch ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(isRepeatable(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    ...describeCall(endpoint),
    tags: [tag(endpoint)],
    ...((auth !== 'user' || tokens.length > 0) && {
      security: [...SECURITY_OF[auth], ...tokens],
    }),
    ...(given.length > 0 && { parameters: given }),
    ...(requestBody && { requestBody }),
    responses: describeResponses(endpoint, answers),
  }
}

function tokenSecurity(endpoint: Endpoint): Requirement[] {
  const scope = scopeOf(endpoint)
  return scope !== null && takesTokens(endpoint) ? [{ personalAccessToken: [scope] }] : []
}

/**
 * Describes who may make a call and what is special about it, from the endpoint's entry. Most calls are for users, which
 * the document says once.
 */
function describeCall(endpoint: Endpoint): { readonly description?: string } {
  const { auth = 'public', rawBody, body, bodyBytesMax } = endpoint
  const bytesMax = bodyBytesMax?.toLocaleString('en')
  const sentences = [
    CALLERS[auth],
    ...(rawBody ? ['The body is the file itself.'] : []),
    ...(body && bytesMax ? [`The body has at most ${bytesMax} bytes.`] : []),
  ].filter((sentence) => sentence !== '')
  return sentences.length > 0 ? { description: sentences.join(' ') } : {}
}

const CALLERS: Record<Auth, string> = {
  public: 'Anyone may call it.',
  optional: 'Anyone may call it; users may see more.',
  user: '',
  recorderKey: 'Whoever has a recorder key of the user may call it.',
  recorder: 'A user or a recorder may call it.',
}

/** Describes what a receiver of a league is sent (docs/announcements.md). */
function announcementWebhook() {
  return {
    post: {
      operationId: 'receiveAnnouncement',
      summary: 'A league announces something',
      description:
        'Sent to the receivers that a league has added, with the headers of Standard Webhooks. A status other ' +
        'than 2xx, or none within ten seconds, makes it come again with the same `webhook-id`.',
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: convertSchema(Announcement, 'answer'),
            example: exampleOf(Announcement),
          },
        },
      },
      responses: { '2XX': { description: 'The receiver has it.' } },
    },
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

/** Every call that creates something for a user reads it. */
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text that the caller chooses for this request, such as a UUID. Sent again within a day, the call ' +
    'is not done again: the answer is that of the first one, with `Idempotency-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

function listBodies(endpoint: Endpoint): Part[] {
  const { body, rawBody } = endpoint
  const owner = noun(endpoint.path)
  if (rawBody) {
    const content = { required: true, content: { 'application/octet-stream': {} } }
    return [{ name: 'File', owner, content }]
  }
  if (!body) return []
  const schema = convertSchema(body, 'request')
  const content = { 'application/json': { schema, example: exampleOf(body) } }
  const proper = componentOf(schema)
  const part = proper === null ? { name: 'Body', owner } : { name: proper, owner: null }
  return [{ ...part, content: { required: true, content } }]
}

/** These parameters differ in their default alone. */
const PARAMETER_NAMES: ReadonlyMap<TSchema, string> = new Map([
  [Page.properties.pageSize, 'pageSize'],
  [ArrayPage.properties.pageSize, 'arrayPageSize'],
  [WholePage.properties.pageSize, 'wholePageSize'],
])

function listParameters(endpoint: Endpoint) {
  return [
    ...describeParameters(endpoint, 'path', endpoint.params),
    ...describeParameters(endpoint, 'query', endpoint.query),
  ]
}

function describeParameters(
  endpoint: Endpoint,
  place: 'path' | 'query',
  fields: TObject | undefined,
) {
  return Object.entries(fields?.properties ?? {}).map(([name, property]) => {
    const { description = descriptionOf(property), ...schema } = convertSchema(property, 'request')
    const required = fields?.required?.includes(name) ?? false
    const proper = PARAMETER_NAMES.get(property)
    return {
      ...(proper === undefined
        ? { name, owner: noun(endpoint.path) }
        : { name: proper, owner: null }),
      content: { name, in: place, required, description, schema },
    }
  })
}
