import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'

/** What a season loses of a deleted session. */
export interface Lost {
  readonly seasonId: string
  readonly eventId: string
  readonly sessionId: string
  /** The session that holds its result from now on. */
  readonly resultId?: string
}

/** PostgreSQL takes 65,535 values in a statement. */
const ROWS_AT_ONCE = 1_000

/**
 * Adds to the history of seasons which of their sessions were deleted. Also to that of a deleted
 * season, which can be restored.
 */
export async function noteLost(
  { newId }: Pick<AppContext, 'newId'>,
  db: Db,
  lost: readonly Lost[],
): Promise<void> {
  if (lost.length === 0) return
  const bySeason = Map.groupBy(lost, ({ seasonId }) => seasonId)
  const seasons = await db
    .updateTable('season')
    .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', sql<string>`any(${[...bySeason.keys()]}::uuid[])`)
    .returning(['id', 'version', 'owner_id'])
    .execute()
  const rows = seasons.map(({ id: season_id, version, owner_id }) => {
    const sessions = (bySeason.get(season_id) ?? []).map(({ eventId, sessionId, resultId }) => ({
      eventId,
      sessionId,
      resultId,
    }))
    const details = JSON.stringify({ sessions })
    const change = { action: 'sessionsLost', details, author_id: owner_id, version }
    return { id: newId(), season_id, league_id: null, ...change }
  })
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE)
    await db.insertInto('owner_change').values(part).execute()
  }
}

/** Notes in the seasons of others what they lose with a user's account. */
export async function noteLostWith(
  context: Pick<AppContext, 'newId'>,
  db: Db,
  userId: string,
): Promise<void> {
  const lost = await db
    .selectFrom('season_session')
    .innerJoin('season', 'season.id', 'season_id')
    .innerJoin('session', 'session.id', 'session_id')
    .select(['season_id as seasonId', 'event_id as eventId', 'session_id as sessionId'])
    .where('session.user_id', '=', userId)
    .where('owner_id', '!=', userId)
    .orderBy('season_id')
    .orderBy('session_id')
    .execute()
  await noteLost(context, db, lost)
}
