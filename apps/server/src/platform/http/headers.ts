import { API_VERSION, API_VERSION_HEADER } from '@pitboard/contract/wire/endpoint'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'

const PREFLIGHT_SECONDS = 86_400
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Clients of the protocols in PROTOCOL §2.3 send these, and have to read those below. */
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

/** No page of ours uses these powers. Wake lock, full screen and passkeys stay allowed. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** 'self' covers WebSockets of the same origin, except in Safari before 15.4: that takes the names. */
function connectSources({ authUrl, publicUrl }: Config): string {
  const sites = [publicUrl, authUrl].filter((url) => url !== null).map((url) => new URL(url).origin)
  const named = sites.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')])
  return ["'self'", ...new Set(named)].join(' ')
}

const OWN_SOURCES = "default-src 'self'"
const NO_FRAMES = "frame-ancestors 'none'"

function contentSecurityPolicy(config: Config): string {
  return [
    OWN_SOURCES,
    // Components of the web app and of the API documentation set styles on their elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src ${connectSources(config)}`,
    // The map is painted in a worker.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    NO_FRAMES,
  ].join('; ')
}

/** Lets other pages show this one in a frame: those of this site, or all. */
export function allowFrames(reply: FastifyReply, ancestors: "'self'" | '*'): void {
  const policy = String(reply.getHeader('content-security-policy'))
  const allowing = policy.replace(NO_FRAMES, `frame-ancestors ${ancestors}`)
  void reply.header('content-security-policy', allowing)
}

/** Lets a page run the scripts within it that have these hashes (`sha256-…`). */
export function allowInlineScripts(reply: FastifyReply, hashes: readonly string[]): void {
  if (hashes.length === 0) return
  const policy = String(reply.getHeader('content-security-policy'))
  const sources = ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ')
  const allowing = policy.replace(OWN_SOURCES, `${OWN_SOURCES}; script-src ${sources}`)
  void reply.header('content-security-policy', allowing)
}

const API_PATH = '/api/'
const API_REQUEST_HEADERS = [
  'apikey',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'x-client-info',
]
const API_EXPOSED_HEADERS = [
  'content-disposition',
  'etag',
  'idempotency-replayed',
  'link',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  'x-request-id',
  'x-total-count',
  API_VERSION_HEADER,
]

/** Every answer says what browsers need to know about it, and about the API for pages of other origins. */
export function registerHeaders(app: FastifyInstance, config: Config): void {
  const policy = contentSecurityPolicy(config)
  // A browser that has once connected over TLS must not be led to a connection without it.
  const isSecure = config.publicUrl?.startsWith('https:') ?? false
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': policy,
      'permissions-policy': PERMISSIONS_POLICY,
      'cross-origin-opener-policy': 'same-origin',
      ...(request.url.startsWith(API_PATH) && { [API_VERSION_HEADER]: API_VERSION }),
      ...(isSecure && { 'strict-transport-security': 'max-age=31536000' }),
    })
  })
  allowOtherOrigins(app, {
    requestHeaders: API_REQUEST_HEADERS,
    exposedHeaders: API_EXPOSED_HEADERS,
    below: API_PATH,
  })
}

/** Makes the answer a download with a file name that all file systems accept. */
export function setAttachmentHeader(reply: FastifyReply, name: string, extension: string): void {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^\w .()-]+/g, '')
    .trim()
    .slice(0, 60)
  const ascii = `${plain || 'pitboard'}.${extension}`
  const full = encodeURIComponent(`${name.trim().slice(0, 60).toWellFormed()}.${extension}`)
  reply.header(
    'content-disposition',
    `attachment; filename="${ascii}"; filename*=UTF-8''${full.replaceAll("'", '%27')}`,
  )
}
