import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import { discardSession } from '../sessions/store/session-queries.ts'
import { IS_ALIVE } from './node-alive.ts'

/** A session without a server waits this long for its recorder or its journal. */
const ORPHANED_MINUTES_MAX = 15

/** Returns whether a session is being driven: the same on every server, and right after a restart. */
export async function isSessionLive(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('live_session')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the session that a user is driving; null for none. */
export async function findLiveSessionOf(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('live_session')
    .select('session_id')
    .where('user_id', '=', userId)
    .orderBy(sql`orphaned_at is not null`)
    .orderBy('session_id', 'desc')
    .executeTakeFirst()
  return row?.session_id ?? null
}

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

/** Notes that no node has the sessions of this user in memory: they continue when their recorder returns. */
export async function orphanSessionsOf(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('live_session')
    .set({ orphaned_at: sql<Date>`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('orphaned_at', 'is', null)
    .execute()
}

/**
 * Ends the sessions that no server has had in memory for a while. What was stored of them stays, and a
 * recorder that returns later makes them whole again.
 */
export async function removeOrphanedSessions(db: Db): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await sql`insert into live_session (session_id, user_id, orphaned_at)
      select id, user_id, clock_timestamp() from session
      where status = 'live' and created_at < now() - interval '1 minute'
        and not exists (select from live_session where session_id = session.id)
      on conflict do nothing`.execute(transaction)
    await sql`update live_session set orphaned_at = clock_timestamp()
      where orphaned_at is null and not exists (
        select from live_owner join node on node.id = node_id
        where live_owner.user_id = live_session.user_id and not is_free and ${IS_ALIVE})`.execute(
      transaction,
    )
    const over = await transaction
      .deleteFrom('live_session')
      .where(
        'orphaned_at',
        '<',
        sql<Date>`now() - make_interval(mins => ${sql.lit(ORPHANED_MINUTES_MAX)})`,
      )
      .returning('session_id')
      .execute()
    for (const { session_id } of over) await discardSession(transaction, session_id)
    return over.length
  })
}
