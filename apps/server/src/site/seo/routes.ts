import { LRUCache } from 'lru-cache'
import { gzip } from '../../platform/http/compression.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { acceptsGzip } from '../../platform/http/compression.ts'
import { listedSet, sitemap, sitemapPart } from './sitemap.ts'

const HOUR_SECONDS = 3_600
/** Reading all sessions is not done for every caller. */
const SITEMAP_KEPT_MS = 600_000
/** What has become private is soon nowhere any more. */
const SITEMAP_CACHED_SECONDS = 600
const PARTS_KEPT = 4

/** What search engines ask for before they look at pages. */
export function registerSeo(app: FastifyInstance, context: AppContext): void {
  const kept = createKept(context)

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${HOUR_SECONDS}`)
      .send(robots(context.publicUrl())),
  )

  app.get('/sitemap.xml', async (request, reply) =>
    sendXml(request, reply, await kept('', () => sitemap(context.db, context.publicUrl()))),
  )

  app.get<{ Params: { part: string } }>(
    '/sitemap-:part(^[1-9]\\d{0,3}$).xml',
    async (request, reply) => {
      const { part } = request.params
      const xml = await kept(part, () => sitemapPart(context.db, context.publicUrl(), Number(part)))
      if (xml === null) throw new ApiError(404, `The sitemap has no part ${part}.`)
      return sendXml(request, reply, xml)
    },
  )
}

function robots(publicUrl: string): string {
  return `User-agent: *
Disallow: /dashboard
Disallow: /download/

Sitemap: ${publicUrl}/sitemap.xml
`
}

async function sendXml(request: FastifyRequest, reply: FastifyReply, xml: string | null) {
  reply.type('application/xml; charset=utf-8').headers({
    'cache-control': `public, max-age=${SITEMAP_CACHED_SECONDS}`,
    vary: 'accept-encoding',
  })
  const text = xml ?? ''
  if (!acceptsGzip(request)) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(await gzip(text))
}

interface Kept {
  readonly text: Promise<string | null>
  readonly listed: string
  readonly untilMs: number
}

/**
 * Makes each text once in a while, and for all who ask meanwhile; at once where a league or a season
 * came to the public ones or left them.
 */
function createKept({ db, now }: AppContext) {
  const texts = new LRUCache<string, Kept>({ max: PARTS_KEPT })
  let asked: Promise<string> | null = null
  // Counts through all of them: once for all who ask at the same time.
  const readListed = () => (asked ??= listedSet(db).finally(() => (asked = null)))
  return async (name: string, make: () => Promise<string | null>): Promise<string | null> => {
    const listed = await readListed()
    const nowMs = now().getTime()
    const known = texts.get(name)
    if (known && nowMs < known.untilMs && known.listed === listed) return known.text
    const text = make()
    texts.set(name, { text, listed, untilMs: nowMs + SITEMAP_KEPT_MS })
    text.catch(() => texts.delete(name))
    return text
  }
}
