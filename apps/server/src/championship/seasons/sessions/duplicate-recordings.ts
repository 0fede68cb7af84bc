import { sql } from 'kysely'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError } from '../../../platform/http/api-error.ts'

/** Throws a 409 if one of several recordings of a session already counts in the season. */
export async function checkCountedOnce(
  db: Db,
  seasonId: string,
  addedIds: readonly string[],
): Promise<void> {
  await checkDuplicates(db, seasonId, { addedIds, besideIds: addedIds })
}

/** Checks like `checkCountedOnce`, for an undo: recordings that counted together before may do so again. */
export async function checkCountedAgain(
  db: Db,
  seasonId: string,
  addedIds: readonly string[],
): Promise<void> {
  await checkDuplicates(db, seasonId, { addedIds, besideIds: [] })
}

async function checkDuplicates(
  db: Db,
  seasonId: string,
  { addedIds, besideIds }: Readonly<Record<'addedIds' | 'besideIds', readonly string[]>>,
): Promise<void> {
  if (addedIds.length === 0) return
  const { rows } = await sql<{ id: string; other_id: string }>`
    with counted as (select session_id from season_session where season_id = ${seasonId})
    select added.id, other.id as other_id
    from session added join session other on other.group_id = added.group_id and other.id <> added.id
    where added.id = any(${addedIds}::uuid[]) and added.id not in (select session_id from counted)
      and (other.id = any(${besideIds}::uuid[]) or other.id in (select session_id from counted))
    order by added.id, other.id limit 1`.execute(db)
  const [twice] = rows
  if (!twice) return
  const { id, other_id: other } = twice
  throw new ApiError(
    409,
    `The session ${id} is recorded in ${other} as well: it counts once in a season.`,
  )
}
