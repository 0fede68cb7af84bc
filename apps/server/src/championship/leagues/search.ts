import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import { findNamed, foldName } from '../../platform/db/name-match.ts'

/** More than that nobody reads: the words have to be better. */
const FOUND_MAX = 100

/** The ids of leagues that the viewer may see, by what somebody typed, the best first. */
export async function searchLeagues(
  db: Db,
  typed: string,
  viewerId: string | null,
  limit = FOUND_MAX,
): Promise<string[]> {
  const visible = sql<boolean>`deleted_at is null and (is_public or owner_id = ${viewerId})`
  return findNamed(db, { table: 'league', visible }, foldName(typed), limit)
}
