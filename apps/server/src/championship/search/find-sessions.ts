import { sql, type RawBuilder } from 'kysely'
import type { SessionSummary } from '@pitboard/contract/session'
import type { Db } from '../../platform/db/tables.ts'
import { SUMMARY_COLUMNS } from '../../racing/sessions/queries.ts'
import { toSummary } from '../../racing/sessions/summary.ts'
import type { SessionWords } from './session-words.ts'

const USERS_MAX = 5

/** The ids of recorded sessions that the words name, the newest first; `userIds` are of their user. */
export async function findSessionIds(
  db: Db,
  words: SessionWords,
  userIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const found = sessionsOf(words, userIds, limit)
  if (!found) return []
  const { rows } = await found.execute(db)
  return rows.map(({ id }) => id)
}

/** Null where the words name none. */
function sessionsOf(
  { uid, types, trackIds, user }: SessionWords,
  userIds: readonly string[],
  limit: number,
): RawBuilder<{ id: string }> | null {
  if (uid !== null) return newest(sql`game_session_id = ${uid} and status = 'recorded'`, limit)
  const saysNothing = types.length === 0 && trackIds === null && user === ''
  if (saysNothing || trackIds?.length === 0 || (user !== '' && userIds.length === 0)) return null
  const conditions = [
    sql`status = 'recorded'`,
    ...(trackIds ? [sql`track_id = any(${trackIds}::int[])`] : []),
    ...(types.length > 0 ? [sql`session_type = any(${types}::int[])`] : []),
  ]
  const condition = sql.join(conditions, sql` and `)
  if (user === '') return newest(condition, limit)
  // Each user's newest are found by an index; those of several together would be searched for.
  const ofUser = sql`user_id = asked.id and ${condition}`
  return sql`
    select found.id from unnest(${userIds.slice(0, USERS_MAX)}::uuid[]) as asked (id)
    cross join lateral (${newest(ofUser, limit)}) as found
    order by found.started_at desc, found.id desc limit ${sql.lit(limit)}`
}

function newest(condition: RawBuilder<unknown>, limit: number): RawBuilder<{ id: string }> {
  return sql`select session.id, session.started_at from session where ${condition}
    order by started_at desc, session.id desc limit ${sql.lit(limit)}`
}

/** In the order of their ids. */
export async function readSessions(db: Db, ids: readonly string[]): Promise<SessionSummary[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(SUMMARY_COLUMNS)
    .where('session.id', 'in', ids)
    .where('status', '=', 'recorded')
    .execute()
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map(toSummary))
}
