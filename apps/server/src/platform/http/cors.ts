import type { FastifyInstance } from 'fastify'

const PREFLIGHT_SECONDS = 86_400
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What clients of the protocols in PROTOCOL §2.3 send, and what they have to read. */
const REQUEST_HEADERS = [
  'accept',
  'accept-profile',
  'apikey',
  'authorization',
  'cache-control',
  'content-profile',
  'content-type',
  'if-none-match',
  'prefer',
  'range',
  'range-unit',
  'redirect_to',
  'x-client-info',
  'x-client-ip',
  'x-jwt-aud',
  'x-metadata',
  'x-retry-count',
  'x-supabase-api-version',
  'x-upsert',
  'x-use-cookie',
]
const EXPOSED_HEADERS = [
  'content-disposition',
  'content-range',
  'etag',
  'link',
  'x-request-id',
  'x-sb-error-code',
  'x-supabase-api-version',
  'x-total-count',
]

/**
 * Lets pages of any origin call the addresses that begin with `below`: these calls take keys and
 * bearer tokens, never cookies.
 */
export function allowOtherOrigins(
  app: FastifyInstance,
  {
    methods = METHODS,
    requestHeaders = REQUEST_HEADERS,
    exposedHeaders = EXPOSED_HEADERS,
    below = '/',
  } = {},
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(below)) return undefined
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': exposedHeaders.join(', '),
    })
    if (request.method !== 'OPTIONS') return undefined
    return reply
      .headers({
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': requestHeaders.join(', '),
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .code(204)
      .send()
  })
}
