import type { Db } from '../db/tables.ts'
import { escapeMarkup } from '../pages/escape.ts'
import { FIXED_PAGES } from '../pages/fixed-heads.ts'

/** A sitemap may hold 50,000 addresses; the pages without an id come into the first one. */
const SESSIONS_MAX = 49_900
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const XML = '<?xml version="1.0" encoding="UTF-8"?>'

/** The site's public pages, or the list of its parts where there are too many for one. */
export async function sitemap(db: Db, publicUrl: string): Promise<string> {
  const parts = await countParts(db)
  if (parts <= 1) return (await sitemapPart(db, publicUrl, 1)) ?? ''
  const lines = Array.from(
    { length: parts },
    (_, index) =>
      `<sitemap><loc>${escapeMarkup(publicUrl)}/sitemap-${index + 1}.xml</loc></sitemap>`,
  )
  return `${XML}\n<sitemapindex xmlns="${NAMESPACE}">\n${lines.join('\n')}\n</sitemapindex>\n`
}

/** Part `part`, counted from 1; null where there is none. */
export async function sitemapPart(db: Db, publicUrl: string, part: number): Promise<string | null> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'started_at', 'ended_at'])
    .where('status', '=', 'recorded')
    .orderBy('id')
    .limit(SESSIONS_MAX)
    .offset((part - 1) * SESSIONS_MAX)
    .execute()
  if (rows.length === 0 && part > 1) return null
  const base = escapeMarkup(publicUrl)
  const lines = rows.map(({ id, started_at, ended_at }) => {
    const changed = (ended_at ?? started_at).toISOString()
    return `<url><loc>${base}/sessions/${id}</loc><lastmod>${changed}</lastmod></url>`
  })
  const fixed = part > 1 ? [] : fixedPaths().map((path) => `<url><loc>${base}${path}</loc></url>`)
  return `${XML}\n<urlset xmlns="${NAMESPACE}">\n${[...fixed, ...lines].join('\n')}\n</urlset>\n`
}

function fixedPaths(): string[] {
  return Object.entries(FIXED_PAGES).flatMap(([path, { indexed, canonicalPath = path }]) =>
    indexed && canonicalPath === path ? [path] : [],
  )
}

async function countParts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'recorded')
    .executeTakeFirstOrThrow()
  return Math.ceil(count / SESSIONS_MAX)
}
