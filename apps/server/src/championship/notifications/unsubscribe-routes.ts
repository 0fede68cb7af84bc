import type { Language } from '@pitboard/contract/words/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sourceOf } from '../../accounts/auth/http/source.ts'
import type { AppContext } from '../../context.ts'
import { TEXTS } from '../../messages/catalogue.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { bucketsOfNetworks } from '../../platform/limits/networks.ts'
import type { RateLimit } from '../../platform/limits/rate-limits.ts'
import { endMails } from './notification-settings.ts'
import { readUnsubscribeToken } from './unsubscribe-link.ts'

const BODY_BYTES_MAX = 4096

/** Mail providers unsubscribe many users from one network: valid links count by their user. */
const LIMITS = {
  valid: { name: 'unsubscribing by link, of a user', calls: 60, seconds: 3600, burst: 20 },
  invalid: { name: 'invalid links to unsubscribe', calls: 60, seconds: 3600, burst: 20 },
} as const satisfies Record<string, RateLimit>

/** Every notification by mail has this link, with one-click unsubscribing (RFC 8058). */
export function registerUnsubscribe(app: FastifyInstance, context: AppContext): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body is a form or its parts: nothing in it matters.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
      async () => null,
    )
    scope.get<Route>('/unsubscribe/:token', async (request, reply) => {
      const userId = await readUser(context, request)
      const { language } = sourceOf(request)
      const t = TEXTS[language]
      const form = `<p>${t('unsubscribing.ask')}</p><form method="post"><button>${t('unsubscribing.confirm')}</button></form>`
      return sendPage(reply, language, userId === null ? null : form)
    })
    scope.post<Route>(
      '/unsubscribe/:token',
      {
        async onRequest(request, reply) {
          // The token is checked before the body is read.
          if ((await readUser(context, request)) !== null) return undefined
          return sendPage(reply, sourceOf(request).language, null)
        },
      },
      async (request, reply) => {
        const userId = readUnsubscribeToken(context.keys, request.params.token)
        if (userId !== null) await endMails(context.db, userId)
        const { language } = sourceOf(request)
        return sendPage(reply, language, `<p>${TEXTS[language]('unsubscribing.done')}</p>`)
      },
    )
  })
}

interface Route {
  Params: { token: string }
}

/** Returns null for an invalid link. Throws a 429 for too many calls. */
async function readUser(
  { keys, rateLimits }: AppContext,
  request: FastifyRequest<Route>,
): Promise<string | null> {
  const userId = readUnsubscribeToken(keys, request.params.token)
  const buckets =
    userId === null
      ? bucketsOfNetworks(LIMITS.invalid, request.ip)
      : [{ limit: LIMITS.valid, key: userId }]
  const seconds = await rateLimits.take(...buckets)
  if (seconds === 0) return userId
  throw new ApiError(429, 'Too many calls of this link. Try again later.', {
    headers: { 'retry-after': String(Math.ceil(seconds)) },
  })
}

/** `content` is HTML of this file; null for an invalid link. */
function sendPage(reply: FastifyReply, language: Language, content: string | null): FastifyReply {
  const t = TEXTS[language]
  return reply
    .code(content === null ? 404 : 200)
    .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<title>${t('unsubscribing.title')} · Pitboard</title><meta name="viewport" content="width=device-width, initial-scale=1"><style>
body{margin:0 auto;max-width:34rem;padding:3rem 1rem;background:#101114;color:#f4f4f5;font:1rem/1.6 system-ui,sans-serif}
a{color:#ffbf3f}button{padding:.75rem 1.25rem;border:0;border-radius:6px;background:#c70500;color:#fff;font:600 1rem system-ui,sans-serif;cursor:pointer}
button:focus-visible,a:focus-visible{outline:2px solid #ffbf3f;outline-offset:2px}
</style></head><body><main><h1>${t('unsubscribing.title')}</h1>${content ?? `<p>${t('unsubscribing.invalid')}</p>`}
<p><a href="/dashboard/settings#notifications">${t('unsubscribing.settings')}</a></p></main></body></html>`)
}
