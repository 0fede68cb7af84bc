import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import { findNamed } from '../../platform/db/name-match.ts'

/** The ids of users by what somebody typed, the best first. */
export async function findUserIds(db: Db, words: string, limit: number): Promise<string[]> {
  const visible = sql<boolean>`search_name is not null`
  return findNamed(db, { table: 'user', visible }, words, limit)
}

/** In the order of their ids. */
export async function readUsers(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('user')
    .select(['id', 'username', 'avatar_url'])
    .where('id', 'in', ids)
    .execute()
  return ids.flatMap((id) =>
    rows
      .filter((row) => row.id === id)
      .map(({ username, avatar_url }) => ({ id, username: username ?? '', avatarUrl: avatar_url })),
  )
}
