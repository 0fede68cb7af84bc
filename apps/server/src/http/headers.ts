import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

function contentSecurityPolicy({ authUrl }: Config): string {
  return [
    "default-src 'self'",
    // Components of the web app and of the API documentation set styles on their elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    // Older Safari does not count ws: and wss: of the same server as 'self'.
    ["connect-src 'self' ws: wss:", ...(authUrl === null ? [] : [new URL(authUrl).origin])].join(
      ' ',
    ),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const PREFLIGHT_SECONDS = 86_400
const ALLOWED_HEADERS =
  'apikey, authorization, content-type, if-match, if-none-match, x-client-info'

/** What browsers need to know about every answer, and about the API for pages of other origins. */
export function registerHeaders(app: FastifyInstance, config: Config): void {
  const policy = contentSecurityPolicy(config)
  // Who has once come over TLS is not talked into coming without.
  const isSecure = config.publicUrl?.startsWith('https:') ?? false
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': policy,
      ...(isSecure && { 'strict-transport-security': 'max-age=31536000' }),
    })
    if (!request.url.startsWith('/api/')) return undefined
    // The API takes keys and bearer tokens, never cookies: any page may call it.
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers':
        'etag, link, location, retry-after, x-request-id, x-total-count, content-disposition',
    })
    if (request.method !== 'OPTIONS') return undefined
    return reply
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .code(204)
      .send()
  })
}
