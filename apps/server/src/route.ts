import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, Body, Endpoint, Params, Query } from '@pitboard/contract/endpoint'
import { ApiError } from './errors.ts'

export interface Call<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
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
  // Until accounts exist nobody is signed in, and no such endpoint may be open by accident.
  if (endpoint.auth === 'user') throw new Error(`${endpoint.path} needs a signed-in user.`)
  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    schema: requestSchema(endpoint),
    handler: async (request, reply) => {
      const answer = await handler({ ...shaped(endpoint, request), request, reply })
      if (answer === null) return reply.code(204).send()
      return answer
    },
  })
}

/** The edge: what the endpoint's schemas have checked gets their types here. */
function shaped<E extends Endpoint>(_endpoint: E, { params, query, body }: FastifyRequest) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { params, query, body } as { params: Params<E>; query: Query<E>; body: Body<E> }
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
