import { sql, type RawBuilder } from 'kysely'
import type { SessionSummary } from '@pitboard/contract/session'
import type { Db } from '../db/tables.ts'
import { SUMMARY_COLUMNS } from '../sessions/queries.ts'
import { toSummary } from '../sessions/summary.ts'
import { tracksOfWord } from './find-tracks.ts'
import { TYPE_WORDS } from './type-words.ts'

const USERS_MAX = 5

/**
 * Recorded sessions, the newest first: each word names a track or a kind of session, what is left
 * the user who recorded it. The game's number of a session finds its recordings.
 */
export async function findSessions(
  db: Db,
  typed: readonly string[],
  limit: number,
  findUsers: (typed: string) => Promise<readonly { id: string }[]>,
): Promise<SessionSummary[]> {
  const [only = ''] = typed
  if (typed.length === 1 && /^\d{8,20}$/.test(only)) {
    const sameSession = sql`game_session_id = ${only} and status = 'recorded'`
    return read(db, newest(sameSession, limit), limit)
  }
  const types = typed.flatMap((word) => TYPE_WORDS.get(word) ?? [])
  const others = typed.filter((word) => !TYPE_WORDS.has(word))
  const trackSets = others.map(tracksOfWord).filter((tracks) => tracks.size > 0)
  const left = others.filter((word) => tracksOfWord(word).size === 0).join(' ')
  const trackIds = Array.from(trackSets[0]?.keys() ?? []).filter((id) =>
    trackSets.every((tracks) => tracks.has(id)),
  )
  const users = left === '' ? [] : (await findUsers(left)).slice(0, USERS_MAX)
  const isEmpty = others.length === 0 ? types.length === 0 : left !== '' && users.length === 0
  if (isEmpty || (trackSets.length > 0 && trackIds.length === 0)) return []
  const conditions = [
    sql`status = 'recorded'`,
    ...(trackIds.length > 0 ? [sql`track_id = any(${trackIds}::int[])`] : []),
    ...(types.length > 0 ? [sql`session_type = any(${types}::int[])`] : []),
  ]
  const condition = sql.join(conditions, sql` and `)
  if (users.length === 0) return read(db, newest(condition, limit), limit)
  // Each user's newest are found by an index; those of several together would be searched for.
  const userIds = users.map(({ id }) => id)
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
