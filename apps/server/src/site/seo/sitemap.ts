import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import { escapeMarkup } from '../../platform/html/page.ts'
import { FIXED_PAGES } from '../pages/fixed-heads.ts'

/** A sitemap may hold 50,000 addresses; the pages without an id come into the first one. */
const PAGES_MAX = 49_900
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const XML = '<?xml version="1.0" encoding="UTF-8"?>'

/** Public leagues and listed seasons, which may become private. */
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

/** The public pages, or an index of the parts if there are too many for one file. */
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

/** Parts count from 1; null for an unknown one. */
export async function sitemapPart(db: Db, publicUrl: string, part: number): Promise<string | null> {
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

/** A fingerprint of the public leagues and seasons. */
export async function listedSet(db: Db): Promise<string> {
  const { rows } = await sql<{ listed: string }>`
    select count(*) || ' ' || coalesce(sum(hashtextextended(path, 0)), 0) as listed
    from (${LISTED}) as page`.execute(db)
  return rows[0]?.listed ?? ''
}

function fixedPaths(): string[] {
  return Object.entries(FIXED_PAGES).flatMap(([path, { indexed, canonicalPath = path }]) =>
    indexed && canonicalPath === path ? [path] : [],
  )
}

async function countParts(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${PUBLIC_PAGES}) as page`.execute(db)
  return Math.ceil((rows[0]?.count ?? 0) / PAGES_MAX)
}
