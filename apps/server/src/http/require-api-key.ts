import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { KeySet } from '../auth/keys/key-set.ts'
import { apiKeyOf, roleOfKey } from './caller-of-key.ts'

/** Refuses calls without a key; `isOpen` names those that need none (PROTOCOL §2.2). */
export function requireApiKey(
  app: FastifyInstance,
  keys: KeySet,
  isOpen: (request: FastifyRequest) => boolean = () => false,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isOpen(request)) return undefined
    const key = apiKeyOf(request)
    if (roleOfKey(keys, key) !== null) return undefined
    const message =
      key === null ? 'No API key found in request' : 'Invalid authentication credentials'
    return reply.code(401).header('cache-control', 'no-store').send({ message })
  })
}
