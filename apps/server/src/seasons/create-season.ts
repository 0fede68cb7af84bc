import { NO_POINTS } from '@pitboard/contract/points-presets'
import type { SeasonCreate } from '@pitboard/contract/season'
import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Db } from '../db/tables.ts'
import { ApiError } from '../errors.ts'
import { noteChange } from '../history/changes.ts'
import { readName } from '../http/readable-text.ts'
import { checkHasUsername, lockUser } from '../users/queries.ts'
import { pointsSystemOf } from './points-system.ts'
import type { Caller } from './policy.ts'

const SEASONS_MAX = 500

/**
 * Returns its id. Throws a 403 for a user without a username, a 409 for one who has as many seasons
 * as there may be.
 */
export async function createSeason(
  { db, newId }: AppContext,
  { userId }: Caller,
  { name, pointsSystem = { preset: 'f1-2025' } }: SeasonCreate,
): Promise<string> {
  await checkHasUsername(db, userId)
  const points = JSON.stringify(pointsSystemOf(pointsSystem, NO_POINTS))
  const line = readName('/name', name)
  const id = newId()
  await inTransaction(db, async (transaction) => {
    await lockUser(transaction, userId)
    await checkCount(transaction, userId)
    await transaction
      .insertInto('season')
      .values({ id, owner_id: userId, name: line, points_system: points, deleted_at: null })
      .execute()
    const noted = { id: newId(), version: 1, authorId: userId, action: 'created', details: {} }
    await noteChange(transaction, { kind: 'season', id }, noted)
  })
  return id
}

async function checkCount(db: Db, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom('season')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count < SEASONS_MAX) return
  throw new ApiError(409, `There are ${SEASONS_MAX} seasons of yours already: delete one first.`)
}
