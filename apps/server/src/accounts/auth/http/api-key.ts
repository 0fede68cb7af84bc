import { timingSafeEqual, createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { KeySet } from '../keys/key-set.ts'
import { queryText } from './query.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Needs no API key: opened by a bare browser, or by another service (PROTOCOL §2.2). */
    readonly open?: boolean
  }
}

/** Every call shows the anonymous or the service key, as header or in the query. */
export function registerApiKey(app: FastifyInstance, { anonKey, serviceKey }: KeySet): void {
  const keys = [hash(anonKey), hash(serviceKey)]
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.open === true || request.is404) return undefined
    const { apikey: header } = request.headers
    const apikey =
      typeof header === 'string' && header !== '' ? header : queryText(request, 'apikey')
    if (apikey === undefined) {
      return refuse(reply, 'No API key found in request')
    }
    const shown = hash(apikey)
    if (keys.some((key) => timingSafeEqual(key, shown))) return undefined
    return refuse(reply, 'Invalid authentication credentials')
  })
}

function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(401).header('www-authenticate', 'Key realm="Pitboard"').send({ message })
}

function hash(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
