import type { Announcement, AnnouncementType } from '@pitboard/contract/leagues/announcement'
import type { EventSession, Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import { trackName } from '@pitboard/contract/sessions/track-names'
import type { Language } from '@pitboard/contract/words/languages'
import type { AppContext } from '../../context.ts'
import { TEXTS } from '../../messages/catalogue.ts'
import type { AnnouncementDetails } from './announcement-tables.ts'
import { findForm, isOpenAt } from '../sign-ups/sign-up-form.ts'
import { describeDecision } from './describe-decision.ts'
import { listRows, type ResultRow, resultsOf, standingsOf } from './result-rows.ts'

interface News {
  readonly title: string
  readonly text: string
  /** The page about it has this path, with a slash at the beginning. */
  readonly path: string
  readonly picturePath: string
  readonly event: Announcement['event']
  readonly session: { readonly id: string; readonly role: EventSession['role'] } | null
  readonly results: ResultRow[]
  readonly adjustmentId: string | null
  readonly decision: Announcement['decision']
}

/**
 * Returns what has happened in a season, for receivers and users. Returns null if it does not apply any more: removed,
 * moved to another date, begun, over, closed, revoked, or replaced by later news.
 */
export async function describeNews(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  season: Season,
  { type, details }: { readonly type: AnnouncementType; readonly details: AnnouncementDetails },
  language: Language,
): Promise<News | null> {
  const t = TEXTS[language]
  const ofSeason = {
    path: `/seasons/${season.id}`,
    picturePath: `season/${season.id}`,
    event: null,
    session: null,
    results: [],
    adjustmentId: null,
    decision: null,
  }
  if (type === 'rosterChange') {
    return {
      ...ofSeason,
      title: t(`announcementTitles.${type}`, { subject: season.name }),
      text: t('announcements.roster'),
    }
  }
  if (type === 'signUpOpen') {
    const form = await findForm(db, season.id)
    if (!form || !isOpenAt(form, now())) return null
    const path = `${ofSeason.path}/sign-up`
    return {
      ...ofSeason,
      path,
      title: t(`announcementTitles.${type}`, { subject: season.name }),
      text: t('announcements.signUp'),
    }
  }
  if (type === 'standings' || type === 'officialResult') {
    const { publication } = details
    if (publication !== undefined && publication !== season.publication?.version) return null
    const results = standingsOf(season)
    const text = listRows(results, language)
    return {
      ...ofSeason,
      title: t(`announcementTitles.${type}`, { subject: season.name }),
      text,
      results,
    }
  }
  if (type === 'eventIn24h') {
    const event = season.events.find(({ id }) => id === details.eventId)
    if (!event?.startsAt || !startsAsPlanned(event.startsAt, details, now())) return null
    const title = t('announcementTitles.eventIn24h', {
      subject: `${nameOf(event)}, ${season.name}`,
    })
    const text = t('announcements.startsAt', { time: event.startsAt })
    return { ...ofSeason, title, text, event: presentEvent(event) }
  }
  if (type === 'decision') {
    const described = await describeDecision(db, season, details, language)
    if (!described) return null
    const { text, sessionId, adjustmentId, decision } = described
    const linked = findSession(season, sessionId)
    const subject = linked ? titleOf(linked, language) : season.name
    const title = decision
      ? t('announcements.numberedDecision', { number: decision.number, subject })
      : t('announcementTitles.decision', { subject })
    const event = linked ? presentEvent(linked.event) : null
    return { ...ofSeason, title, text, event, adjustmentId, decision }
  }
  const linked = findSession(season, details.sessionId ?? null)
  if (!linked) return null
  const { id, sessionEndTime } = linked.entry.session
  if (type === 'driverOfTheDay') {
    const names = driversOfTheDay(season, id)
    if (names.length === 0) return null
    const about = `${names.join(', ')} (${titleOf(linked, language)}, ${season.name})`
    return {
      ...ofSeason,
      title: t('announcementTitles.driverOfTheDay', { subject: about }),
      text: '',
      path: `/sessions/${id}`,
      picturePath: `session/${id}`,
      event: presentEvent(linked.event),
      session: { id, role: linked.entry.role },
    }
  }
  const isLive = type === 'live'
  if (isLive && sessionEndTime !== null) return null
  const results = isLive ? [] : resultsOf(season, id)
  return {
    ...ofSeason,
    title: t(`announcementTitles.${type}`, {
      subject: `${titleOf(linked, language)}, ${season.name}`,
    }),
    text: isLive ? t('announcements.live') : listRows(results, language),
    path: `/${isLive ? 'live' : 'sessions'}/${id}`,
    picturePath: `${isLive ? 'live' : 'session'}/${id}`,
    event: presentEvent(linked.event),
    session: { id, role: linked.entry.role },
    results,
  }
}

function driversOfTheDay({ standings }: Season, sessionId: string): string[] {
  return standings.drivers
    .filter(({ results }) =>
      results.some((result) => result.sessionId === sessionId && result.driverOfTheDay),
    )
    .map(({ name }) => name)
}

/** Another date is announced on its own. */
function startsAsPlanned(startsAt: string, planned: AnnouncementDetails, now: Date): boolean {
  const at = Date.parse(startsAt)
  return at > now.getTime() && at === Date.parse(planned.startsAt ?? startsAt)
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
  return `${nameOf(event)}, ${TEXTS[language](`sessionRoles.${entry.role}`)}`
}

function nameOf({ name, track }: SeasonEvent): string {
  return name || trackName(track)
}

function presentEvent(event: SeasonEvent) {
  return { id: event.id, name: nameOf(event), track: event.track, startsAt: event.startsAt }
}
