import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { nameMatches, nameRank } from './name-match.ts'

const CANDIDATES_MAX = 2_000

/** Users by what somebody typed, the best first. */
export async function findUsers(db: Db, words: string, limit: number) {
  const name = sql.ref<string>('username')
  const candidates = db
    .selectFrom('user')
    .select(['id', 'username', 'avatar_url'])
    .where('username', 'is not', null)
    .where(nameMatches(name, words))
    .limit(CANDIDATES_MAX)
  return db
    .selectFrom(candidates.as('candidate'))
    .selectAll()
    .orderBy(nameRank(name, words), 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}
