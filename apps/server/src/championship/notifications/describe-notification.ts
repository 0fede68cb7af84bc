import type { Season } from '@pitboard/contract/seasons/season'
import { trackName } from '@pitboard/contract/sessions/track-names'
import type { Language } from '@pitboard/contract/words/languages'
import { nameOf } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { TEXTS } from '../../messages/catalogue.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { NotificationEventRow } from './notification-tables.ts'
import { describeNews } from '../announcements/describe-news.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'

export interface DescribedNotification {
  readonly title: string
  readonly text: string
  /** The page about it has this path, with a slash at the beginning. */
  readonly path: string
}

type Event = Pick<NotificationEventRow, 'id' | 'kind' | 'season_id' | 'details'>

interface SeasonEvent extends Event {
  readonly kind: Exclude<Event['kind'], 'leagueInvitation'>
}

interface Reader {
  readonly userId: string
  readonly language: Language
}

/**
 * Describes notifications of one batch. What is the same for all readers is made once. It returns null if it does not
 * apply any more, and for a user who may not see the season.
 */
export function createDescriber(
  context: Pick<AppContext, 'db' | 'now'> & { readonly seasons: SeasonViews },
) {
  const { db, seasons } = context
  const publicSeasons = new Map<string, Promise<Season | null>>()
  const ofEvents = new Map<string, Promise<DescribedNotification | null>>()

  return async (event: Event, reader: Reader): Promise<DescribedNotification | null> => {
    const { kind, season_id: seasonId } = event
    if (kind === 'leagueInvitation') return describeInvitation(db, event, reader.language)
    if (seasonId === null) return null
    const shared = await getOrMake(publicSeasons, seasonId, () => find(seasonId, null))
    const season = shared ?? (await find(seasonId, { userId: reader.userId }))
    if (!season) return null
    return getOrMake(ofEvents, `${event.id} ${reader.language}`, () =>
      describe(season, { ...event, kind }, reader.language),
    )
  }

  async function find(seasonId: string, caller: { readonly userId: string } | null) {
    return (await seasons.find(seasonId, caller))?.season ?? null
  }

  async function describe(
    season: Season,
    { kind, details }: SeasonEvent,
    language: Language,
  ): Promise<DescribedNotification | null> {
    const t = TEXTS[language]
    const event = season.events.find(({ id }) => id === details.eventId)
    if (kind === 'reminder') {
      if (!event) return null
      const subject = `${event.name || trackName(event.track)}, ${season.name}`
      const path = `/seasons/${season.id}`
      return {
        title: t('notifications.reminder', { subject }),
        text: t('notifications.reminderText'),
        path,
      }
    }
    if (kind === 'seasonOffer') {
      const title = t('notifications.offer', { owner: season.ownerName, season: season.name })
      return { title, text: t('notifications.offerText'), path: '/dashboard' }
    }
    const type = kind === 'ownDecision' ? 'decision' : kind
    const news = await describeNews(context, season, { type, details }, language)
    if (!news) return null
    const { title, path } = news
    const startsAt = kind === 'eventIn24h' && event?.startsAt
    return { title, text: startsAt ? startText(startsAt, language) : news.text, path }
  }
}

async function describeInvitation(
  db: Db,
  { details: { invitationId } }: Event,
  language: Language,
): Promise<DescribedNotification | null> {
  if (invitationId === undefined) return null
  const invitation = await db
    .selectFrom('league_invitation')
    .innerJoin('league', 'league.id', 'league_id')
    .innerJoin('user', 'user.id', 'invited_by')
    .select(['role', 'league.name', 'username'])
    .where('league_invitation.id', '=', invitationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!invitation) return null
  const t = TEXTS[language]
  const names = { owner: nameOf(invitation), league: invitation.name }
  const title = t(
    `notifications.${invitation.role === 'owner' ? 'leagueOffer' : 'invitation'}`,
    names,
  )
  return { title, text: t('notifications.offerText'), path: '/dashboard' }
}

function startText(startsAt: string, language: Language): string {
  const t = TEXTS[language]
  const format = new Intl.DateTimeFormat(t.locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return t('notifications.startsAt', { time: format.format(new Date(startsAt)) })
}

async function getOrMake<T>(
  made: Map<string, Promise<T>>,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const found = made.get(key) ?? make()
  made.set(key, found)
  return found
}
