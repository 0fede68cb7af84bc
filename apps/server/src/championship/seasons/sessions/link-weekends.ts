import type { WeekendLink } from '@pitboard/contract/seasons/season-management'
import type { AppContext } from '../../../context.ts'
import { invalidField } from '../../../platform/diagnostics/errors.ts'
import { toOneLine } from '../../../platform/http/sanitize-text.ts'
import { checkEventCount, getEvent, readInstant } from '../edit/events.ts'
import { changeSeason, type SeasonChangeRequest } from '../store/change-season.ts'
import { presentEvent } from '../store/queries.ts'
import { putSessions } from './event-sessions.ts'

/** Links all weekends or none; throws what `linkSessions` throws. */
export async function linkWeekends(
  context: AppContext,
  seasonId: string,
  change: SeasonChangeRequest,
  weekends: readonly WeekendLink[],
): Promise<void> {
  await changeSeason(context, seasonId, change, async (db) => {
    const events = []
    const sessions = []
    await checkEventCount(db, seasonId, weekends.filter(({ eventId }) => !eventId).length)
    for (const [index, { eventId: known, event, sessionIds: wanted }] of weekends.entries()) {
      const made = known ? null : newEvent(context, seasonId, event, index)
      if (made) {
        await db.insertInto('season_event').values(made).execute()
        events.push(presentEvent(made))
      }
      const ids = { seasonId, eventId: made?.id ?? known ?? '' }
      await getEvent(db, ids)
      const sessionLinks = wanted.map((sessionId) => ({ sessionId, update: {} }))
      const { links } = await putSessions(db, ids, sessionLinks)
      if (links.length > 0) sessions.push({ eventId: ids.eventId, links })
    }
    if (events.length === 0 && sessions.length === 0) return null
    return { action: 'weekendsLinked', details: { events, sessions } }
  })
}

function newEvent(
  { newId }: AppContext,
  seasonId: string,
  event: WeekendLink['event'],
  index: number,
) {
  if (!event) throw invalidField(`/weekends/${index}/event`, 'is missing')
  return {
    ...{ id: newId(), season_id: seasonId, track: event.track, name: toOneLine(event.name ?? '') },
    starts_at: readInstant(`/weekends/${index}/event/startsAt`, event.startsAt),
  }
}
