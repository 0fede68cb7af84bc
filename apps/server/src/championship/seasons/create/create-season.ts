import { NO_POINTS } from '@pitboard/contract/seasons/points-presets'
import type { SeasonCreate } from '@pitboard/contract/seasons/season'
import type { Insertable } from 'kysely'
import { checkHasUsername, lockUser } from '../../../accounts/users/queries.ts'
import type { AppContext } from '../../../context.ts'
import { toColumns } from '../../../platform/db/field-columns.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { recordChange } from '../../history/changes.ts'
import { type Caller, checkOwnedCount } from '../../history/versioned-update.ts'
import { addToLeague } from '../../leagues/league-seasons.ts'
import { ownedLeagues } from '../../leagues/queries.ts'
import { readSeasonFields } from '../edit/edit-season.ts'
import type { SeasonTable } from '../store/season-tables.ts'
import { type CopiedSeason, copiedFields, copyParts, getCopied } from './copy-season.ts'

/**
 * Returns its id. With an earlier season it takes over parts of it. With a league it is created in that league, for the league's owner, or not at all. Throws a 403 for a user
 * without a username, a 409 for one with too many seasons, a 403 or 404 for somebody else's league.
 */
export async function createSeason(
  context: AppContext,
  user: Caller,
  { leagueId = null, copyOf, ...sent }: SeasonCreate,
): Promise<string> {
  await checkHasUsername(context.db, user.userId)
  const id = context.newId()

  async function create(db: Db, ownerId: string): Promise<void> {
    const copied = copyOf && (await getCopied(db, user, copyOf, ownerId))
    const fields = { ...(copied && copiedFields(copied)), ...sent }
    const values = readSeasonFields({ pointsSystem: { preset: 'f1-2025' }, ...fields }, NO_POINTS)
    await insertSeason(
      { ...context, db },
      { id, owner_id: ownerId, ...toColumns(values) },
      { user, copied, leagueId },
    )
  }

  if (leagueId === null) {
    await inTransaction(context.db, (db) => create(db, user.userId))
    return id
  }
  const change = { user, wanted: null }
  const target = { id: leagueId, action: 'manageSeasons' } as const
  await ownedLeagues.change(context, target, change, async (db, league) => {
    await create(db, league.owner_id)
    const { name } = await addToLeague({ ...context, db }, league, id, change)
    return { action: 'seasonAdded', details: { seasonId: id, name } }
  })
  return id
}

interface CreatedBy {
  readonly user: Caller
  readonly copied: CopiedSeason | undefined
  readonly leagueId: string | null
}

async function insertSeason(
  { db, newId }: Pick<AppContext, 'db' | 'newId'>,
  row: Insertable<SeasonTable>,
  { user, copied, leagueId }: CreatedBy,
): Promise<void> {
  const { id, owner_id: ownerId } = row
  await lockUser(db, ownerId)
  await checkOwnedCount(db, 'season', ownerId)
  await db.insertInto('season').values(row).execute()
  if (copied) await copyParts({ db, newId }, copied, { id, leagueId })
  const noted = { id: newId(), version: 1, authorId: user.userId, action: 'created', details: {} }
  await recordChange(db, { kind: 'season', id }, noted)
}
