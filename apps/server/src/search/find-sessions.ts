import { sql } from 'kysely'
import type { SessionSummary } from '@pitboard/contract/session'
import type { Db } from '../db/tables.ts'
import { SUMMARY_COLUMNS } from '../sessions/queries.ts'
import { toSummary } from '../sessions/summary.ts'
import { tracksOfWord } from './find-tracks.ts'
import { findUsers } from './find-users.ts'
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
): Promise<SessionSummary[]> {
  const [only = ''] = typed
  if (typed.length === 1 && /^\d{8,20}$/.test(only)) {
    return read(db, sql<boolean>`game_session_id = ${only}`, limit)
  }
  const types = typed.flatMap((word) => TYPE_WORDS.get(word) ?? [])
  const others = typed.filter((word) => !TYPE_WORDS.has(word))
  const trackSets = others.map(tracksOfWord).filter((tracks) => tracks.size > 0)
  const left = others.filter((word) => tracksOfWord(word).size === 0).join(' ')
  const trackIds = Array.from(trackSets[0]?.keys() ?? []).filter((id) =>
    trackSets.every((tracks) => tracks.has(id)),
  )
  const users = left === '' ? [] : await findUsers(db, left, USERS_MAX)
  const isEmpty = others.length === 0 ? types.length === 0 : left !== '' && users.length === 0
  if (isEmpty || (trackSets.length > 0 && trackIds.length === 0)) return []
  const conditions = [
    ...(trackIds.length > 0 ? [sql<boolean>`track_id = any(${trackIds}::int[])`] : []),
    ...(types.length > 0 ? [sql<boolean>`session_type = any(${types}::int[])`] : []),
    ...(users.length > 0
      ? [sql<boolean>`user_id = any(${users.map(({ id }) => id)}::uuid[])`]
      : []),
  ]
  return read(db, sql.join<boolean>(conditions, sql` and `), limit)
}

async function read(
  db: Db,
  condition: ReturnType<typeof sql<boolean>>,
  limit: number,
): Promise<SessionSummary[]> {
  const newest = db
    .selectFrom('session')
    .select('id')
    .where('status', '=', 'recorded')
    .where(condition)
    .orderBy('started_at', 'desc')
    .limit(limit)
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(SUMMARY_COLUMNS)
    .where('session.id', 'in', newest)
    .orderBy('started_at', 'desc')
    .orderBy('session.id', 'desc')
    .execute()
  return rows.map(toSummary)
}
