import type { Season } from '@pitboard/contract/seasons/season'
import { trackName } from '@pitboard/contract/sessions/track-names'
import type { AppContext } from '../../context.ts'
import type { NotificationEventRow } from '../../platform/db/notification-tables.ts'
import type { Language } from '../../platform/html/page.ts'
import { describeNews } from '../announcements/describe-announcement.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import { NOTIFICATION_TEXTS } from './notification-texts.ts'

export interface DescribedNotification {
  readonly title: string
  readonly text: string
  /** Of the page about it, with a slash at the beginning. */
  readonly path: string
}

type Event = Pick<NotificationEventRow, 'kind' | 'season_id' | 'details'>

/** Null if it is over or removed, and for a user who may not see the season any more. */
export async function describeNotification(
  { now, seasons }: Pick<AppContext, 'now'> & { readonly seasons: SeasonViews },
  event: Event,
  { userId, language }: { readonly userId: string; readonly language: Language },
): Promise<DescribedNotification | null> {
  const view = await seasons.find(event.season_id, { userId })
  return view ? describe(view.season, event, language, now()) : null
}

function describe(
  season: Season,
  { kind, details }: Event,
  language: Language,
  now: Date,
): DescribedNotification | null {
  const texts = NOTIFICATION_TEXTS[language]
  const path = `/seasons/${season.id}`
  if (kind === 'reminder' || kind === 'eventIn24h') {
    const event = season.events.find(({ id }) => id === details.eventId)
    const startsAt = event?.startsAt ? new Date(event.startsAt) : null
    if (!event || (startsAt !== null && startsAt < now)) return null
    if (kind === 'reminder') {
      const subject = `${event.name || trackName(event.track)}, ${season.name}`
      return { title: texts.reminder(subject), text: texts.reminderText, path }
    }
    const news = describeNews(season, { type: kind, details }, language)
    return news && startsAt && { title: news.title, text: texts.startsAt(startsAt), path }
  }
  if (kind === 'live' && !isLive(season, details.sessionId)) return null
  const type = kind === 'ownDecision' ? 'decision' : kind
  const news = describeNews(season, { type, details }, language)
  return news && { title: news.title, text: news.text, path: news.path }
}

function isLive({ events }: Season, sessionId: string | undefined): boolean {
  return events.some(({ sessions }) =>
    sessions.some(({ session }) => session.id === sessionId && session.sessionEndTime === null),
  )
}
