import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { noteChange } from '../history/changes.ts'

interface Lost {
  readonly eventId: string
  readonly sessionId: string
}

/**
 * Notes that a season loses sessions which are deleted for good. Its owner did nothing: the note says
 * who did. One that is deleted itself gets it too, for when it is restored.
 */
export async function noteLost(
  { newId }: Pick<AppContext, 'newId'>,
  db: Db,
  seasonId: string,
  sessions: readonly Lost[],
): Promise<void> {
  const { version, owner_id: authorId } = await db
    .updateTable('season')
    .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', seasonId)
    .returning(['version', 'owner_id'])
    .executeTakeFirstOrThrow()
  const act = { action: 'sessionsLost', details: { sessions } }
  await noteChange(db, { kind: 'season', id: seasonId }, { ...act, id: newId(), version, authorId })
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
  const bySeason = Map.groupBy(lost, ({ seasonId }) => seasonId)
  for (const [seasonId, rows] of bySeason) {
    const sessions = rows.map(({ eventId, sessionId }) => ({ eventId, sessionId }))
    await noteLost(context, db, seasonId, sessions)
  }
}
