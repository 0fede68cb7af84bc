import type { FastifyInstance } from 'fastify'

const REQUEST_HEADERS = [
  'accept',
  'authorization',
  'apikey',
  'content-type',
  'x-client-info',
  'x-client-ip',
  'x-jwt-aud',
  'x-use-cookie',
  'x-supabase-api-version',
  'x-retry-count',
  'redirect_to',
].join(', ')

/** Without the last one a browser would never see an error's code (PROTOCOL §2.3). */
const EXPOSED = 'X-Total-Count, Link, X-Supabase-Api-Version, X-Request-Id'
const PREFLIGHT_SECONDS = 86_400

/** Pages of any origin may call: who calls is told by keys and tokens, never by cookies. */
export function registerCors(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED,
      'cache-control': 'no-store',
    })
    if (request.method !== 'OPTIONS') return undefined
    return reply
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .code(204)
      .send()
  })
}
