import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, Body, Endpoint, Params, Query } from '@pitboard/contract/endpoint'
import type { UserCaller } from './auth/caller.ts'
import { findSignedIn, getSignedIn } from './auth/signed-in.ts'
import { ApiError } from './errors.ts'
import { getSender, type Sender } from './http/sender.ts'

/** What a handler knows of who is signed in. */
type UserOf<E extends Endpoint> = E['auth'] extends 'user'
  ? UserCaller
  : E['auth'] extends 'optional'
    ? UserCaller | null
    : E['auth'] extends 'recorder'
      ? Sender
      : null

export interface Call<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  user: UserOf<E>
  request: FastifyRequest
  /** For headers, or to send a body that is ready as it is: then return the reply itself. */
  reply: FastifyReply
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E> | FastifyReply>

/**
 * Mounts an endpoint of the contract: its schemas check what comes in and shape what goes out, so
 * that a field the contract does not name never leaves.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
): void {
  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    schema: requestSchema(endpoint),
    ...(endpoint.bodyBytesMax !== undefined && { bodyLimit: endpoint.bodyBytesMax }),
    handler: async (request, reply) => {
      const user = await userOf(endpoint, request)
      if (endpoint.method === 'GET') reply.headers(keptAs(endpoint))
      const answer = await handler({ ...shaped(endpoint, request, user), request, reply })
      if (answer === null) return reply.code(204).send()
      return answer
    },
  })
}

/**
 * Unless the handler says otherwise an answer may be kept, but not given again without asking: what it
 * shows can be changed, made private and deleted.
 */
function keptAs({ auth }: Endpoint) {
  if (auth === undefined) return { 'cache-control': 'no-cache' }
  const isOfOne = auth !== 'optional'
  return { 'cache-control': isOfOne ? 'private, no-cache' : 'no-cache', vary: 'authorization' }
}

/** The edge: what the endpoint's schemas have checked gets their types here. */
function shaped<E extends Endpoint>(
  _endpoint: E,
  { params, query, body }: FastifyRequest,
  user: Sender | null,
) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { params, query, body, user } as Omit<Call<E>, 'request' | 'reply'>
}

async function userOf(endpoint: Endpoint, request: FastifyRequest): Promise<Sender | null> {
  if (endpoint.auth === 'user') return getSignedIn(request)
  if (endpoint.auth === 'recorder') return getSender(request)
  return endpoint.auth === 'optional' ? findSignedIn(request) : null
}

/** The plain GET of a WebSocket endpoint: the upgrade itself never comes this way. */
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

/** `/api/Sessions/{id}` in Fastify's spelling, `/api/Sessions/:id`. */
export function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function requestSchema(endpoint: Endpoint) {
  return {
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...(endpoint.response && { response: { 200: endpoint.response } }),
  }
}
