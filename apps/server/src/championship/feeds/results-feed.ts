import type { EventSession, Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { isUuid } from '@pitboard/contract/wire/uuid'
import type { Language } from '@pitboard/contract/words/languages'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../../context.ts'
import { TEXTS } from '../../messages/catalogue.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { escapeMarkup, preferredLanguage } from '../../platform/html/page.ts'
import { contentTag, setAnswerTag } from '../../platform/http/etags.ts'
import { describeNews } from '../announcements/describe-news.ts'
import { listRows, resultsOf } from '../announcements/result-rows.ts'
import { ownedLeagues } from '../leagues/queries.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'

const ITEMS_MAX = 30
const FEEDS_MAX = 200
const FRESH_MS = 60_000

interface Item {
  /** The identifier is the same in every feed: the address of a page may have several items. */
  readonly guid: string
  readonly title: string
  readonly link: string
  readonly at: Date
  readonly text: string
}

/** Serves results, published standings, drivers of the day and decisions of a public league as RSS 2.0, the newest first. */
export function registerResultsFeed(
  app: FastifyInstance,
  context: AppContext,
  seasons: SeasonViews,
): void {
  const { db, now, publicUrl } = context
  const feeds = new LRUCache<string, { readonly xml: Promise<string>; readonly untilMs: number }>({
    max: FEEDS_MAX,
  })

  app.get<{ Params: { id: string } }>('/leagues/:id/results.xml', async (request, reply) => {
    const { id } = request.params
    const league = isUuid(id) ? await ownedLeagues.find(db, id) : undefined
    if (!league?.is_public) throw new ApiError(404, `There is no league ${id}.`)
    const language = preferredLanguage(request.headers['accept-language'])
    const key = `${league.id} ${language} ${league.version}`
    const nowMs = now().getTime()
    const known = feeds.get(key)
    const isFresh = known !== undefined && nowMs < known.untilMs
    const xml = isFresh ? known.xml : makeFeed(league, language)
    if (!isFresh) {
      feeds.set(key, { xml, untilMs: nowMs + FRESH_MS })
      xml.catch(() => feeds.delete(key))
    }
    const text = await xml
    if (setAnswerTag(request, reply, contentTag(text))) return reply.send()
    reply.header('vary', 'accept-language')
    return reply.type('application/rss+xml; charset=utf-8').send(text)
  })

  async function makeFeed(
    league: { readonly id: string; readonly name: string },
    language: Language,
  ): Promise<string> {
    const items: Item[] = []
    for (const { seasonId, sessionId } of await listNewest(db, league.id)) {
      const view = await seasons.find(seasonId, null)
      const item = view && describeResult(view.season, sessionId, language, publicUrl())
      if (item) items.push(item)
    }
    for (const news of await listNewestNews(db, league.id)) {
      const view = await seasons.find(news.seasonId, null)
      const described = view && (await describeNews(context, view.season, news, language))
      if (!described) continue
      const { title, text, path } = described
      const { guid, at } = news
      items.push({ guid, title, text, at, link: `${publicUrl()}${path}` })
    }
    const newest = items.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, ITEMS_MAX)
    const site = publicUrl()
    return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeMarkup(league.name)}</title>
<link>${escapeMarkup(`${site}/leagues/${league.id}`)}</link>
<description>${escapeMarkup(`${league.name} · Pitboard`)}</description>
<language>${language}</language>
<atom:link href="${escapeMarkup(`${site}/leagues/${league.id}/results.xml`)}" rel="self" type="application/rss+xml"/>
${newest.map(toXml).join('\n')}
</channel></rss>
`
  }
}

function toXml({ guid, title, link, at, text }: Item): string {
  const html = escapeMarkup(text).replaceAll('\n', '<br>')
  return `<item><title>${escapeMarkup(title)}</title><link>${escapeMarkup(link)}</link>
<guid isPermaLink="${guid === link}">${escapeMarkup(guid)}</guid><pubDate>${at.toUTCString()}</pubDate>
<description>${escapeMarkup(html)}</description></item>`
}

async function listNewest(db: Db, leagueId: string) {
  const rows = await db
    .selectFrom('league_season')
    .innerJoin('season', 'season.id', 'league_season.season_id')
    .innerJoin('season_session', 'season_session.season_id', 'season.id')
    .innerJoin('session', 'session.id', 'season_session.session_id')
    .select(['season.id as seasonId', 'session.id as sessionId'])
    .where('league_season.league_id', '=', leagueId)
    .where('season.deleted_at', 'is', null)
    .where('season_session.role', '<>', 'practice')
    .where('session.status', '=', 'recorded')
    .orderBy(sql`coalesce(session.ended_at, session.started_at)`, 'desc')
    .orderBy('session.id')
    .limit(ITEMS_MAX)
    .execute()
  return rows
}

/**
 * Returns what else has been announced of the seasons: standings that were published last, drivers of the day,
 * and decisions that apply.
 */
async function listNewestNews(db: Db, leagueId: string) {
  const seasonIds = sql`(select season_id from league_season
    join season on season.id = season_id and deleted_at is null where league_id = ${leagueId})`
  const { rows } = await sql<
    { readonly season_id: string; readonly at: Date } & (
      | { readonly status: 'provisional' | 'official'; readonly version: number }
      | {
          readonly version: null
          readonly adjustment_id: string
          readonly decision_id: string | null
          readonly voted_id: string | null
        }
    )
  >`
    select season_id, published_at as at, status, version, null as adjustment_id,
      null::uuid as decision_id, null::uuid as voted_id
    from season_publication publication
    where season_id in ${seasonIds} and version = (
      select max(version) from season_publication where season_id = publication.season_id)
    union all
    select season_id, min(created_at), null, null, min(id::text), decision_id, null
    from season_adjustment
    where season_id in ${seasonIds} and revoked_at is null
    group by season_id, decision_id, case when decision_id is null then id end
    union all
    select season_id, counted_at, null, null, null, null, session_id
    from driver_vote
    where season_id in ${seasonIds} and counted_at is not null
    order by at desc limit ${sql.lit(ITEMS_MAX)}`.execute(db)
  return rows.map((row) => {
    const { season_id: seasonId, at } = row
    if (row.version !== null) {
      const { status, version } = row
      const type = status === 'official' ? ('officialResult' as const) : ('standings' as const)
      const guid = `urn:pitboard:publication:${seasonId}:${version}`
      return { seasonId, at, type, details: { publication: version }, guid }
    }
    const { adjustment_id: adjustmentId, decision_id: decisionId, voted_id: sessionId } = row
    if (sessionId !== null) {
      const guid = `urn:pitboard:vote:${seasonId}:${sessionId}`
      return { seasonId, at, type: 'driverOfTheDay' as const, details: { sessionId }, guid }
    }
    const guid = `urn:uuid:${decisionId ?? adjustmentId}`
    const details = decisionId === null ? { adjustmentId } : { decisionId }
    return { seasonId, at, type: 'decision' as const, details, guid }
  })
}

function describeResult(
  season: Season,
  sessionId: string,
  language: Language,
  site: string,
): Item | undefined {
  for (const event of season.events) {
    const entry = event.sessions.find(({ session }) => session.id === sessionId)
    if (entry) return toItem({ season, event, entry }, language, site)
  }
  return undefined
}

function toItem(
  {
    season,
    event,
    entry: { session, role },
  }: { readonly season: Season; readonly event: SeasonEvent; readonly entry: EventSession },
  language: Language,
  site: string,
): Item {
  const name = event.name || trackName(event.track)
  const link = `${site}/sessions/${session.id}`
  return {
    guid: link,
    link,
    title: `${name}, ${TEXTS[language](`sessionRoles.${role}`)} (${season.name})`,
    at: new Date(session.sessionEndTime ?? session.sessionStartTime),
    text: listRows(resultsOf(season, session.id), language),
  }
}
