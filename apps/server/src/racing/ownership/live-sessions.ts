import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'

/** Notes that a session is being driven. */
export async function markLive(db: Db, sessionId: string, userId: string): Promise<void> {
  await db
    .insertInto('live_session')
    .values({ session_id: sessionId, user_id: userId, orphaned_at: null })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ orphaned_at: null }))
    .execute()
}

export async function markOver(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('live_session').where('session_id', '=', sessionId).execute()
}

/** No node has the sessions of this user in memory: they go on when their recorder returns. */
export async function orphanSessionsOf(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('live_session')
    .set({ orphaned_at: sql<Date>`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('orphaned_at', 'is', null)
    .execute()
}
