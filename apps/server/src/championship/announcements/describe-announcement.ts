import type { Announcement } from '@pitboard/contract/leagues/announcement'
import type { Season } from '@pitboard/contract/seasons/season'
import type { Language } from '@pitboard/contract/words/languages'
import type { AppContext } from '../../context.ts'
import { TEXTS } from '../../messages/catalogue.ts'
import type { WebhookDeliveryRow, WebhookRow } from './announcement-tables.ts'
import { type LeagueRecord, ownedLeagues } from '../leagues/queries.ts'
import { ownedSeasons } from '../seasons/store/queries.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import { describeNews } from './describe-news.ts'

type Source = Pick<AppContext, 'db' | 'now' | 'publicUrl'> & { readonly seasons: SeasonViews }

/** Returns null if it does not apply any more, or the receiver does not want it: then nothing is announced. */
export async function describeAnnouncement(
  source: Source,
  webhook: WebhookRow,
  delivery: WebhookDeliveryRow,
): Promise<{ readonly content: Announcement; readonly league: LeagueRecord } | null> {
  const league = await ownedLeagues.find(source.db, webhook.league_id)
  if (!league) return null
  const season = delivery.season_id === null ? null : await readSeason(source, delivery.season_id)
  const { type } = delivery
  if (type !== 'test') {
    if (!season?.leagueIds.includes(league.id) || !webhook.types.includes(type)) return null
  }
  const content = await describe(source, webhook.language, { league, season, delivery })
  return content && { content, league }
}

/** Reads the season as its owner sees it: receivers of a private league are the owner's choice. */
async function readSeason({ db, seasons }: Source, id: string): Promise<Season | null> {
  const found = await ownedSeasons.find(db, id)
  const view = found && (await seasons.find(id, { userId: found.owner_id }))
  return view?.season ?? null
}

interface Subject {
  readonly league: LeagueRecord
  readonly season: Season | null
  readonly delivery: WebhookDeliveryRow
}

async function describe(
  source: Source,
  language: Language,
  { league, season, delivery }: Subject,
): Promise<Announcement | null> {
  const { type, details } = delivery
  const site = source.publicUrl()
  const leagueUrl = `${site}/leagues/${league.id}`
  const head = {
    id: delivery.id,
    type,
    at: delivery.created_at.toISOString(),
    text: '',
    league: { id: league.id, name: league.name, url: leagueUrl },
    season: null,
    event: null,
    session: null,
    results: [],
    adjustmentId: null,
    decision: null,
  }
  // Pictures are in English unless their address says otherwise.
  const search = language === 'en' ? '' : `?lang=${language}`
  const picture = (path: string) => (league.is_public ? `${site}/og/${path}.png${search}` : null)
  if (!season || type === 'test') {
    const t = TEXTS[language]
    const title = t('announcementTitles.test', { subject: league.name })
    const pictureUrl = picture(`league/${league.id}`)
    return { ...head, title, text: t('announcements.test'), url: leagueUrl, pictureUrl }
  }
  const described = await describeNews(source, season, { type, details }, language)
  if (!described) return null
  const { path, picturePath, session, ...news } = described
  const url = `${site}${path}`
  return {
    ...head,
    ...news,
    url,
    pictureUrl: picture(picturePath),
    season: { id: season.id, name: season.name, url: `${site}/seasons/${season.id}` },
    session: session && { ...session, url },
  }
}
