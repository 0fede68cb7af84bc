import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '../auth-context.ts'

const KEPT_SECONDS = 600

/** GET /.well-known/jwks.json: what others verify our tokens with; never a shared secret. */
export function registerJwks(app: FastifyInstance, { keys }: AuthContext): void {
  app.get('/.well-known/jwks.json', { config: { open: true } }, async (_request, reply) => {
    void reply.header('cache-control', `public, max-age=${KEPT_SECONDS}`)
    return { keys: keys.publicKeys }
  })
}
