import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { acceptsGzip, gzip } from '../../platform/http/compression.ts'
import { listedSet, sitemap, sitemapPart } from './sitemap.ts'

const HOUR_SECONDS = 3_600
const SITEMAP_FRESH_MS = 600_000
const SITEMAP_MAX_AGE_SECONDS = 600
const PARTS_MAX = 4

export function registerSeo(app: FastifyInstance, context: AppContext): void {
  const cached = createTextCache(context)

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${HOUR_SECONDS}`)
      .send(robots(context.publicUrl())),
  )

  app.get('/sitemap.xml', async (request, reply) =>
    sendXml(request, reply, await cached('', () => sitemap(context.db, context.publicUrl()))),
  )

  app.get<{ Params: { part: string } }>(
    '/sitemap-:part(^[1-9]\\d{0,3}$).xml',
    async (request, reply) => {
      const { part } = request.params
      const xml = await cached(part, () =>
        sitemapPart(context.db, context.publicUrl(), Number(part)),
      )
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
    'cache-control': `public, max-age=${SITEMAP_MAX_AGE_SECONDS}`,
    vary: 'accept-encoding',
  })
  const text = xml ?? ''
  if (!acceptsGzip(request)) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(await gzip(text))
}

interface CachedText {
  readonly text: Promise<string | null>
  readonly listed: string
  readonly untilMs: number
}

/** Caches each text until it expires or the set of public leagues and seasons changes. */
function createTextCache({ db, now }: AppContext) {
  const texts = new LRUCache<string, CachedText>({ max: PARTS_MAX })
  let pending: Promise<string> | null = null
  // An expensive query: concurrent requests share one.
  const readListed = () => (pending ??= listedSet(db).finally(() => (pending = null)))
  return async (name: string, make: () => Promise<string | null>): Promise<string | null> => {
    const listed = await readListed()
    const nowMs = now().getTime()
    const known = texts.get(name)
    if (known && nowMs < known.untilMs && known.listed === listed) return known.text
    const text = make()
    texts.set(name, { text, listed, untilMs: nowMs + SITEMAP_FRESH_MS })
    text.catch(() => texts.delete(name))
    return text
  }
}
