import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  isRepeatable,
  successStatuses,
  type Answer,
  type Body,
  type Endpoint,
  type Params,
  type Query,
} from '@pitboard/contract/wire/endpoint'
import type { UserCaller } from './caller.ts'
import { Type, type TSchema } from 'typebox'
import { ApiError } from '../../platform/http/api-error.ts'
import { authenticate, type KeyOwner, type Uploader } from './authenticate.ts'
import { openListRequest, type ListRequest } from '../../platform/http/list-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** It is set before the body is read; null for nobody. */
    caller: UserCaller | KeyOwner | Uploader | null
  }
}

type UserOf<E extends Endpoint> = E['auth'] extends 'user'
  ? UserCaller
  : E['auth'] extends 'optional'
    ? UserCaller | null
    : E['auth'] extends 'recorder'
      ? Uploader
      : E['auth'] extends 'recorderKey'
        ? KeyOwner
        : null

interface Call<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  user: UserOf<E>
  /** An endpoint that answers with a list has it. */
  list: E['list'] extends string ? ListRequest : undefined
  request: FastifyRequest
  /** A handler sets headers on it. A handler that sends a finished body returns the reply itself. */
  reply: FastifyReply
}

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E> | FastifyReply>

/** A body of JSON may be this long; an endpoint that takes more says so. */
export const BODY_BYTES_MAX = 65_536
/** Some clients send an empty object with a call that has no body. */
const EMPTY_BODY_BYTES_MAX = 1_024

/**
 * Mounts an endpoint of the contract: its schemas check the request and shape the answer, so that a field the contract
 * does not name is never sent. The caller is known before the body is read, so that nothing from a stranger is parsed.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
): void {
  const { method, path } = endpoint
  const [status = 200] = successStatuses(endpoint)
  app.route({
    method,
    url: fastifyPath(path),
    schema: requestSchema(endpoint),
    bodyLimit: endpoint.bodyBytesMax ?? (endpoint.body ? BODY_BYTES_MAX : EMPTY_BODY_BYTES_MAX),
    config: endpoint.bodyValuesMax === undefined ? {} : { bodyValuesMax: endpoint.bodyValuesMax },
    onRequest: async (request, reply) => {
      request.caller = await authenticate(endpoint, request, reply)
      if (request.caller === null) return
      const { userId } = request.caller
      request.databaseClient.user = userId
      if (method !== 'GET') request.server.takeWrite(userId)
      // A method that deletes something makes room, so it needs none.
      if (method !== 'GET' && method !== 'DELETE') request.server.requireSpace()
    },
    handler: async (request, reply) => {
      if (method === 'GET') reply.headers(cacheHeaders(endpoint))
      reply.code(status)
      const list = endpoint.list && openListRequest(request, reply)
      const work = () => handler({ ...shaped(endpoint, request, list), request, reply })
      const answer = isRepeatable(endpoint)
        ? await request.server.answerOnce(request, reply, work)
        : await work()
      if (endpoint.list === 'whole' && Array.isArray(answer)) {
        list?.describe({ total: answer.length })
      }
      if (answer === null) return reply.send()
      return answer
    },
  })
}

/**
 * An answer may be cached by default, but must be revalidated before each use: what it shows can be
 * changed, made private and deleted.
 */
function cacheHeaders({ auth }: Endpoint) {
  if (auth === undefined) return { 'cache-control': 'no-cache' }
  const isOfOne = auth !== 'optional'
  return { 'cache-control': isOfOne ? 'private, no-cache' : 'no-cache', vary: 'authorization' }
}

/** This is the edge: what the endpoint's schemas and its authentication have checked gets its types here. */
function shaped<E extends Endpoint>(
  _endpoint: E,
  { params, query, body, caller: user }: FastifyRequest,
  list: ListRequest | undefined,
) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { params, query, body, user, list } as Omit<Call<E>, 'request' | 'reply'>
}

/** Answers the plain GET of a WebSocket endpoint: the upgrade itself never comes this way. */
export function webSocketRoute(app: FastifyInstance, endpoint: Endpoint): void {
  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    schema: requestSchema(endpoint),
    handler: async () => {
      throw new ApiError(426, 'This address is a WebSocket: connect with ws:// or wss://.', {
        headers: { connection: 'Upgrade', upgrade: 'websocket' },
      })
    },
  })
}

/** Returns Fastify's spelling: `/api/Sessions/:id` for `/api/Sessions/{id}`. */
export function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

const NO_PARAMETERS = Type.Object({})
const NO_BODY = Type.Union([Type.Null(), Type.Object({})])

/** What an endpoint does not take has a schema too: it is refused and not ignored. */
function requestSchema(endpoint: Endpoint) {
  const { method, params, query, body, rawBody, response } = endpoint
  const hasBody = method !== 'GET' && rawBody !== true
  return {
    querystring: query ?? NO_PARAMETERS,
    ...(params && { params }),
    ...(hasBody && { body: body ?? NO_BODY }),
    ...(response && { response: answersOf(endpoint, response) }),
  }
}

/** Every status of a success has the schema: an answer without one could hold more than it names. */
function answersOf(endpoint: Endpoint, response: TSchema) {
  return Object.fromEntries(successStatuses(endpoint).map((status) => [status, response]))
}
