import { NO_POINTS } from '@pitboard/contract/points-presets'
import type { SeasonCreate } from '@pitboard/contract/season'
import { checkHasUsername, lockUser } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { readName } from '../../platform/http/sanitize-text.ts'
import { noteChange } from '../history/changes.ts'
import { changeLeague } from '../leagues/change-league.ts'
import { pointsSystemOf } from './points-system.ts'
import type { Caller } from './policy.ts'
import { putSeason } from './seasons-of-league.ts'

const SEASONS_MAX = 500

/**
 * Returns its id. A season that is created for a league is in it, or not created at all. Throws a
 * 403 for a user without a username, a 409 for one who has as many seasons as there may be, a 403 or
 * 404 where the league is not theirs.
 */
export async function createSeason(
  context: AppContext,
  user: Caller,
  { name, pointsSystem = { preset: 'f1-2025' }, leagueId = null }: SeasonCreate,
): Promise<string> {
  await checkHasUsername(context.db, user.userId)
  const points = JSON.stringify(pointsSystemOf(pointsSystem, NO_POINTS))
  const row = { id: context.newId(), name: readName('/name', name), points_system: points }
  if (leagueId === null) {
    await inTransaction(context.db, (db) => insertSeason({ ...context, db }, user, row))
    return row.id
  }
  const changing = { user, wanted: null }
  await changeLeague(context, leagueId, changing, async (db, league) => {
    await insertSeason({ ...context, db }, user, row)
    await putSeason({ ...context, db }, league, row.id, changing)
    return { action: 'seasonAdded', details: { seasonId: row.id, name: row.name } }
  })
  return row.id
}

interface NewSeason {
  readonly id: string
  readonly name: string
  readonly points_system: string
}

async function insertSeason(
  { db, newId }: Pick<AppContext, 'db' | 'newId'>,
  { userId }: Caller,
  row: NewSeason,
): Promise<void> {
  await lockUser(db, userId)
  await checkCount(db, userId)
  await db
    .insertInto('season')
    .values({ ...row, owner_id: userId, deleted_at: null })
    .execute()
  const noted = { id: newId(), version: 1, authorId: userId, action: 'created', details: {} }
  await noteChange(db, { kind: 'season', id: row.id }, noted)
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
