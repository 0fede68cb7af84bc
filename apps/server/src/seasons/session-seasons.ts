import type { SessionSeason } from '@pitboard/contract/session-seasons'
import type { Db } from '../db/tables.ts'
import type { Caller } from './policy.ts'
import type { SeasonViews } from './season-view.ts'

/** More than any session counts in; each is made as its page shows it. */
const SEASONS_MAX = 10

/**
 * What a session counts in the listed seasons and in the caller's own, the oldest first. A season
 * that is reachable by its link only is not in anyone else's list.
 */
export async function listSessionSeasons(
  db: Db,
  views: SeasonViews,
  sessionId: string,
  caller: Caller | null,
): Promise<SessionSeason[]> {
  const uses = await db
    .selectFrom('season_session')
    .innerJoin('season', 'season.id', 'season_id')
    .select(['season_id', 'event_id'])
    .where('session_id', '=', sessionId)
    .where('deleted_at', 'is', null)
    .where(({ eb, or }) =>
      or([eb('visibility', '=', 'listed'), eb('owner_id', '=', caller?.userId ?? null)]),
    )
    .orderBy('season_id')
    .limit(SEASONS_MAX)
    .execute()
  const found = await Promise.all(
    uses.map(async ({ season_id: id, event_id: eventId }): Promise<SessionSeason[]> => {
      const view = await views.find(id, caller)
      const event = view?.season.events.find((each) => each.id === eventId)
      if (!view || !event) return []
      const { name, standings } = view.season
      const results = standings.drivers
        .flatMap((driver) => driver.results.filter((result) => result.sessionId === sessionId))
        .map(({ driverIdx, position, points }) => ({ driverIdx, position, points }))
      return [{ id, name, eventId, eventName: event.name, results }]
    }),
  )
  return found.flat()
}
