import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { findNamed } from './name-match.ts'

/** Users by what somebody typed, the best first. */
export async function findUsers(db: Db, words: string, limit: number) {
  const visible = sql<boolean>`search_name is not null`
  const ids = await findNamed(db, { table: 'user', visible }, words, limit)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('user')
    .select(['id', 'username', 'avatar_url'])
    .where('id', 'in', ids)
    .execute()
  return ids.flatMap((id) => rows.filter((row) => row.id === id))
}
