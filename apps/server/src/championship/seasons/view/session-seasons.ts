import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError } from '../../../platform/diagnostics/errors.ts'
import type { ListPage } from '../../history/list-page.ts'
import type { Caller } from '../../history/versioned-update.ts'
import type { SeasonViews } from './season-views.ts'

/** The points of a session in listed seasons and the caller's own, oldest season first. */
export async function listSessionSeasons(
  db: Db,
  views: SeasonViews,
  { sessionId, user }: { readonly sessionId: string; readonly user: Caller | null },
  { page, pageSize }: ListPage,
): Promise<{ count: number; seasons: SessionSeason[] }> {
  const visible = db
    .selectFrom('season_session')
    .innerJoin('season', 'season.id', 'season_id')
    .where('session_id', '=', sessionId)
    .where('deleted_at', 'is', null)
    .where(({ eb, or }) =>
      or([eb('visibility', '=', 'listed'), eb('owner_id', '=', user?.userId ?? null)]),
    )
  const [{ count }, uses] = await Promise.all([
    visible.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    visible
      .select(['season_id', 'event_id'])
      .orderBy('season_id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  if (count === 0) await checkSessionExists(db, sessionId)
  const found = await Promise.all(
    uses.map(async ({ season_id: id, event_id: eventId }): Promise<SessionSeason[]> => {
      const view = await views.find(id, user)
      const event = view?.season.events.find((each) => each.id === eventId)
      if (!view || !event) return []
      const { name, standings } = view.season
      const results = standings.drivers
        .flatMap((driver) => driver.results.filter((result) => result.sessionId === sessionId))
        .map(({ driverIdx, position, points }) => ({ driverIdx, position, points }))
      return [{ id, name, eventId, eventName: event.name, results }]
    }),
  )
  return { count, seasons: found.flat() }
}

async function checkSessionExists(db: Db, id: string): Promise<void> {
  const row = await db.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError(404, `There is no session ${id}.`)
}
