import type { FastifyRequest } from 'fastify'
import { sql, type Updateable } from 'kysely'
import type { AppContext } from '../context.ts'
import type { SeasonTable } from '../db/season-tables.ts'
import type { Db } from '../db/tables.ts'
import { listChanges, noteChange, type Act } from '../history/changes.ts'
import { changedMeanwhile, wantedVersion } from '../http/versions.ts'
import { inTransaction } from '../sessions/store-recording.ts'
import { getOwnSeason, noSeason, type Caller } from './policy.ts'
import { findSeason, type FoundSeason } from './queries.ts'

/** What is done, with the season's own columns that it sets. */
interface SeasonAct extends Act {
  readonly set?: Updateable<SeasonTable>
}

/** Changes the season and says what it did; null where there was nothing to do. */
type Work = (db: Db, season: FoundSeason) => Promise<SeasonAct | null>

export interface Changing {
  readonly user: Caller
  /** The version that the change was made from; null: any. */
  readonly wanted: number | null
  readonly refusal?: 401 | 403
}

export function changing(user: Caller, request: FastifyRequest): Changing {
  return { user, wanted: wantedVersion(request) }
}

/**
 * One change of an owner's season: whoever else changes it waits, the version counts up, and it is
 * noted. Throws a 412 where another version was wanted, and what `getOwnSeason` throws.
 */
export async function changeSeason(
  { db, newId }: Pick<AppContext, 'db' | 'newId'>,
  id: string,
  { user, wanted, refusal }: Changing,
  work: Work,
): Promise<FoundSeason> {
  return inTransaction(db, async (transaction) => {
    await transaction.selectFrom('season').select('id').where('id', '=', id).forUpdate().execute()
    const season = await getOwnSeason(transaction, id, user, refusal)
    await checkVersion(transaction, season, wanted)
    const done = await work(transaction, season)
    if (!done) return season
    const { set = {}, ...act } = done
    const version = season.version + 1
    await transaction
      .updateTable('season')
      .set({ ...set, version, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    const noted = { ...act, id: newId(), version, authorId: user.userId }
    await noteChange(transaction, { kind: 'season', id }, noted)
    return (await findSeason(transaction, id)) ?? { ...season, version }
  })
}

async function checkVersion(
  db: Db,
  { id, version }: FoundSeason,
  wanted: number | null,
): Promise<void> {
  if (wanted === null || wanted === version) return
  const afterVersion = Math.max(0, wanted)
  throw changedMeanwhile(version, await listChanges(db, { kind: 'season', id }, { afterVersion }))
}

/** Brings a deleted season back. Throws a 404 where the caller has no such season. */
export async function restoreSeason(
  { db, newId }: AppContext,
  id: string,
  { userId }: Caller,
): Promise<FoundSeason> {
  return db.transaction().execute(async (transaction) => {
    const restored = await transaction
      .updateTable('season')
      .set({ deleted_at: null, updated_at: sql<Date>`now()`, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .where('owner_id', '=', userId)
      .where('deleted_at', 'is not', null)
      .returning('version')
      .executeTakeFirst()
    // One that is there is restored already; of others' it is not said whether they are.
    if (!restored) return getOwnSeason(transaction, id, { userId })
    const { version } = restored
    const noted = { id: newId(), version, authorId: userId, action: 'restored', details: {} }
    await noteChange(transaction, { kind: 'season', id }, noted)
    const season = await findSeason(transaction, id)
    if (!season) throw noSeason(id)
    return season
  })
}
