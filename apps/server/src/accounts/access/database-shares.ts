import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type DatabaseClient, runAsClient } from '../../platform/db/fair-pool.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import { bearerOf } from './caller.ts'
import { RECORDER_KEY_PREFIX } from './recorder-key.ts'

declare module 'fastify' {
  interface FastifyRequest {
    databaseClient: DatabaseClient
  }
}

/** Every request uses the database on behalf of its sender, who has a share of the connections. */
export function registerDatabaseShares(app: FastifyInstance, { keys }: AppContext): void {
  app.decorateRequest('databaseClient')
  app.addHook('onRequest', (request, _reply, done) => {
    request.databaseClient = clientOf(request, keys.anonKey)
    runAsClient(request.databaseClient, done)
  })
  // The events of a body come from its socket, which belongs to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    runAsClient(request.databaseClient, done)
  })
}

/**
 * The client is the token until the user is known. That holds only where a token that is not ours is
 * refused before the database is asked, and not for recorder keys: nobody gets another share by making
 * tokens up.
 */
function clientOf(request: FastifyRequest, anonKey: string): DatabaseClient {
  const address = networkOf(request.ip)
  const token = bearerOf(request)
  const isUsers =
    token !== null &&
    token !== anonKey &&
    request.url.startsWith('/api/') &&
    !token.startsWith(RECORDER_KEY_PREFIX)
  return { user: isUsers ? token : `visitors of ${address}`, address, held: 0 }
}
