import { sql, type RawBuilder } from 'kysely'
import type { SessionSummary } from '@pitboard/contract/session'
import type { Db } from '../db/tables.ts'
import { SUMMARY_COLUMNS } from '../sessions/queries.ts'
import { toSummary } from '../sessions/summary.ts'
import type { SessionWords } from './session-words.ts'

const USERS_MAX = 5

/** Recorded sessions that the words name, the newest first; `users` are those of them. */
export async function findSessions(
  db: Db,
  { uid, types, trackIds, user }: SessionWords,
  users: readonly { id: string }[],
  limit: number,
): Promise<SessionSummary[]> {
  if (uid !== null) {
    const sameSession = sql`game_session_id = ${uid} and status = 'recorded'`
    return read(db, newest(sameSession, limit), limit)
  }
  const saysNothing = types.length === 0 && trackIds === null && user === ''
  if (saysNothing || trackIds?.length === 0 || (user !== '' && users.length === 0)) return []
  const conditions = [
    sql`status = 'recorded'`,
    ...(trackIds ? [sql`track_id = any(${trackIds}::int[])`] : []),
    ...(types.length > 0 ? [sql`session_type = any(${types}::int[])`] : []),
  ]
  const condition = sql.join(conditions, sql` and `)
  if (user === '') return read(db, newest(condition, limit), limit)
  // Each user's newest are found by an index; those of several together would be searched for.
  const userIds = users.slice(0, USERS_MAX).map(({ id }) => id)
  const ofUsers = sql`
    select found.id from unnest(${userIds}::uuid[]) as asked (id)
    cross join lateral (${newest(sql`user_id = asked.id and ${condition}`, limit)}) as found`
  return read(db, ofUsers, limit)
}

function newest(condition: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`select session.id from session where ${condition}
    order by started_at desc limit ${sql.lit(limit)}`
}

async function read(db: Db, ids: RawBuilder<unknown>, limit: number): Promise<SessionSummary[]> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(SUMMARY_COLUMNS)
    .where(sql<boolean>`session.id in (${ids})`)
    .where('status', '=', 'recorded')
    .orderBy('started_at', 'desc')
    .orderBy('session.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toSummary)
}
