import { FIXED_PAGES } from '@pitboard/contract/site/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { acceptsGzip, gzip } from '../../platform/http/compression.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import { escapeMarkup } from '../../platform/html/page.ts'
import { readOnlyRow } from '../../platform/db/only-row.ts'

/** A sitemap may hold 50,000 addresses; the pages without an id come into the first one. */
const PAGES_MAX = 49_900
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const XML = '<?xml version="1.0" encoding="UTF-8"?>'

/** The query selects public leagues and listed seasons, which may become private. */
const LISTED = sql`
  select 1 as kind, id, '/leagues/' || id as path, updated_at as changed from league
  where is_public and deleted_at is null
  union all
  select 2, id, '/seasons/' || id, updated_at from season
  where visibility = 'listed' and deleted_at is null`

const PUBLIC_PAGES = sql`
  ${LISTED}
  union all
  select 3, id, '/sessions/' || id, coalesce(ended_at, started_at) from session
  where status = 'recorded'`

/** Returns the public pages, or an index of the parts if there are too many for one file. */
async function sitemap(db: Db, publicUrl: string): Promise<string | null> {
  const parts = await countParts(db)
  if (parts <= 1) return sitemapPart(db, publicUrl, 1)
  const lines = Array.from(
    { length: parts },
    (_, index) =>
      `<sitemap><loc>${escapeMarkup(publicUrl)}/sitemap-${index + 1}.xml</loc></sitemap>`,
  )
  return `${XML}\n<sitemapindex xmlns="${NAMESPACE}">\n${lines.join('\n')}\n</sitemapindex>\n`
}

/** Counts parts from 1; returns null for an unknown one. */
async function sitemapPart(db: Db, publicUrl: string, part: number): Promise<string | null> {
  const { rows } = await sql<{ path: string; changed: Date }>`
    select path, changed from (${PUBLIC_PAGES}) as page order by kind, id
    limit ${PAGES_MAX} offset ${(part - 1) * PAGES_MAX}`.execute(db)
  if (rows.length === 0 && part > 1) return null
  const base = escapeMarkup(publicUrl)
  const lines = rows.map(
    ({ path, changed }) =>
      `<url><loc>${base}${path}</loc><lastmod>${changed.toISOString()}</lastmod></url>`,
  )
  const fixed = part > 1 ? [] : fixedPaths().map((path) => `<url><loc>${base}${path}</loc></url>`)
  return `${XML}\n<urlset xmlns="${NAMESPACE}">\n${[...fixed, ...lines].join('\n')}\n</urlset>\n`
}

/** Returns a fingerprint of the public leagues and seasons. */
async function listedSet(db: Db): Promise<string> {
  const { listed } = await readOnlyRow(
    db,
    sql<{ listed: string }>`
    select count(*) || ' ' || coalesce(sum(hashtextextended(path, 0)), 0) as listed
    from (${LISTED}) as page`,
  )
  return listed
}

function fixedPaths(): string[] {
  return FIXED_PAGES.flatMap(({ path, indexed, canonicalPath = path }) =>
    indexed && canonicalPath === path ? [path] : [],
  )
}

async function countParts(db: Db): Promise<number> {
  const { count } = await readOnlyRow(
    db,
    sql<{ count: number }>`
    select count(*) as count from (${PUBLIC_PAGES}) as page`,
  )
  return Math.ceil(count / PAGES_MAX)
}

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
  if (xml === null) throw new ApiError(404, 'The sitemap has no such part.')
  reply.type('application/xml; charset=utf-8').headers({
    'cache-control': `public, max-age=${SITEMAP_MAX_AGE_SECONDS}`,
    vary: 'accept-encoding',
  })
  if (!acceptsGzip(request)) return reply.send(xml)
  return reply.header('content-encoding', 'gzip').send(await gzip(xml))
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
  // The query is expensive, so concurrent requests share one.
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
