import type { Announcement, AnnouncementType } from '@pitboard/contract/leagues/announcement'
import type { Adjustment } from '@pitboard/contract/seasons/adjustment'
import type { EventSession, Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import type { StandingsDriver } from '@pitboard/contract/seasons/standings'
import { trackName } from '@pitboard/contract/sessions/track-names'
import type { AppContext } from '../../context.ts'
import type { Language } from '../../platform/html/page.ts'
import type {
  AnnouncementDetails,
  WebhookDeliveryRow,
  WebhookRow,
} from '../../platform/db/season-tables.ts'
import { type LeagueRecord, ownedLeagues } from '../leagues/queries.ts'
import { ownedSeasons } from '../seasons/store/queries.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import { ANNOUNCEMENT_TEXTS } from './announcement-texts.ts'
import { listRows, type ResultRow, resultsOf, standingsOf } from './result-rows.ts'

type Source = Pick<AppContext, 'db' | 'publicUrl'> & { readonly seasons: SeasonViews }

/** Null if its subject was removed meanwhile: then nothing is announced. */
export async function describeAnnouncement(
  source: Source,
  webhook: WebhookRow,
  delivery: WebhookDeliveryRow,
): Promise<{ readonly content: Announcement; readonly league: LeagueRecord } | null> {
  const league = await ownedLeagues.find(source.db, webhook.league_id)
  if (!league) return null
  const season = delivery.season_id === null ? null : await readSeason(source, delivery.season_id)
  if (delivery.type !== 'test' && !season?.leagueIds.includes(league.id)) return null
  const content = describe(source.publicUrl(), webhook.language, { league, season, delivery })
  return content && { content, league }
}

/** As its owner sees it: receivers of a private league are the owner's choice. */
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

function describe(
  site: string,
  language: Language,
  { league, season, delivery }: Subject,
): Announcement | null {
  const { type, details } = delivery
  const leagueUrl = `${site}/leagues/${league.id}`
  const head = {
    ...{ id: delivery.id, type, at: delivery.created_at.toISOString(), text: '' },
    league: { id: league.id, name: league.name, url: leagueUrl },
    ...{ season: null, event: null, session: null, results: [], adjustmentId: null },
  }
  const picture = (path: string) => (league.is_public ? `${site}/og/${path}.png` : null)
  if (!season || type === 'test') {
    const texts = ANNOUNCEMENT_TEXTS[language]
    const title = texts.titles.test(league.name)
    const pictureUrl = picture(`league/${league.id}`)
    return { ...head, title, text: texts.test, url: leagueUrl, pictureUrl }
  }
  const described = describeNews(season, { type, details }, language)
  if (!described) return null
  const { path, picturePath, session, ...news } = described
  const url = `${site}${path}`
  return {
    ...{ ...head, ...news, url, pictureUrl: picture(picturePath) },
    season: { id: season.id, name: season.name, url: `${site}/seasons/${season.id}` },
    session: session && { ...session, url },
  }
}

interface News {
  readonly title: string
  readonly text: string
  /** Of the page about it, with a slash at the beginning. */
  readonly path: string
  readonly picturePath: string
  readonly event: Announcement['event']
  readonly session: { readonly id: string; readonly role: EventSession['role'] } | null
  readonly results: ResultRow[]
  readonly adjustmentId: string | null
}

/** What has happened in a season, for receivers and users. Null if its subject was removed meanwhile. */
export function describeNews(
  season: Season,
  { type, details }: { readonly type: AnnouncementType; readonly details: AnnouncementDetails },
  language: Language,
): News | null {
  const texts = ANNOUNCEMENT_TEXTS[language]
  const ofSeason = {
    ...{ path: `/seasons/${season.id}`, picturePath: `season/${season.id}` },
    ...{ event: null, session: null, results: [], adjustmentId: null },
  }
  if (type === 'rosterChange') {
    return { ...ofSeason, title: texts.titles[type](season.name), text: texts.roster }
  }
  if (type === 'signUpOpen') {
    const path = `${ofSeason.path}/sign-up`
    return { ...ofSeason, path, title: texts.titles[type](season.name), text: texts.signUp }
  }
  if (type === 'standings' || type === 'officialResult') {
    const results = standingsOf(season)
    const text = listRows(results, language)
    return { ...ofSeason, title: texts.titles[type](season.name), text, results }
  }
  if (type === 'eventIn24h') {
    const event = season.events.find(({ id }) => id === details.eventId)
    if (!event?.startsAt) return null
    const title = texts.titles.eventIn24h(`${nameOf(event)}, ${season.name}`)
    const text = `${texts.soon}: ${event.startsAt}`
    return { ...ofSeason, title, text, event: presentEvent(event) }
  }
  if (type === 'decision') {
    const adjustment = season.adjustments.find(({ id }) => id === details.adjustmentId)
    if (!adjustment) return null
    const linked = findSession(season, adjustment.sessionId)
    const title = texts.titles.decision(linked ? titleOf(linked, language) : season.name)
    const text = decisionText(season, adjustment, details.isRevoked === true, language)
    const event = linked && presentEvent(linked.event)
    return { ...ofSeason, title, text, event: event ?? null, adjustmentId: adjustment.id }
  }
  const linked = findSession(season, details.sessionId ?? null)
  if (!linked) return null
  const { id } = linked.entry.session
  const isLive = type === 'live'
  const results = isLive ? [] : resultsOf(season, id)
  return {
    ...ofSeason,
    title: texts.titles[type](`${titleOf(linked, language)}, ${season.name}`),
    text: isLive ? texts.live : listRows(results, language),
    path: `/${isLive ? 'live' : 'sessions'}/${id}`,
    picturePath: `${isLive ? 'live' : 'session'}/${id}`,
    event: presentEvent(linked.event),
    session: { id, role: linked.entry.role },
    results,
  }
}

interface LinkedSession {
  readonly event: SeasonEvent
  readonly entry: EventSession
}

function findSession({ events }: Season, sessionId: string | null): LinkedSession | undefined {
  for (const event of events) {
    const entry = event.sessions.find(({ session }) => session.id === sessionId)
    if (entry) return { event, entry }
  }
  return undefined
}

function titleOf({ event, entry }: LinkedSession, language: Language): string {
  return `${nameOf(event)}, ${ANNOUNCEMENT_TEXTS[language].roles[entry.role]}`
}

function nameOf({ name, track }: SeasonEvent): string {
  return name || trackName(track)
}

function presentEvent(event: SeasonEvent) {
  return { id: event.id, name: nameOf(event), track: event.track, startsAt: event.startsAt }
}

function decisionText(
  season: Season,
  adjustment: Adjustment,
  isRevoked: boolean,
  language: Language,
): string {
  const texts = ANNOUNCEMENT_TEXTS[language]
  const name = adjustment.name ?? findAdjustedDriver(season, adjustment)?.name ?? ''
  const last = isRevoked
    ? texts.revoked(adjustment.revokedReason ?? '')
    : texts.reason(adjustment.reason)
  return `${texts.decision(adjustment, name)}\n${last}`
}

/** The driver that a decision is about; undefined for a team, and without a result. */
export function findAdjustedDriver(
  { standings }: Season,
  { kind, sessionId, driverIdx, name }: Adjustment,
): StandingsDriver | undefined {
  if (kind === 'teamPoints') return undefined
  return standings.drivers.find((driver) =>
    name === null
      ? driver.results.some((one) => one.sessionId === sessionId && one.driverIdx === driverIdx)
      : driver.name === name || driver.aliases.includes(name),
  )
}
