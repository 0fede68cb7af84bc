import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { foldName, nameMatches, nameRank } from '../search/name-match.ts'
import { readVisible, type ListedLeague } from './queries.ts'

/** More than that nobody reads: the words have to be better. */
const FOUND_MAX = 200
const CANDIDATES_MAX = 2_000

/** Leagues that the viewer may see by what somebody typed, the best first. */
export async function searchLeagues(
  db: Db,
  typed: string,
  viewerId: string | null,
  limit = FOUND_MAX,
): Promise<ListedLeague[]> {
  const words = foldName(typed)
  if (words === '') return []
  const name = sql.ref<string>('name')
  const candidates = db
    .selectFrom('league')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(is_public or owner_id = ${viewerId})`)
    .where(nameMatches(name, words))
    .limit(CANDIDATES_MAX)
  const rows = await db
    .selectFrom(candidates.as('candidate'))
    .select('id')
    .orderBy(nameRank(name, words), 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return readVisible(
    db,
    rows.map(({ id }) => id),
    viewerId,
  )
}
