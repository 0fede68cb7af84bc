import { sql, type Updateable } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import type { LeagueTable } from '../db/season-tables.ts'
import type { Db } from '../db/tables.ts'
import { listChanges, noteChange, type Act } from '../history/changes.ts'
import { changedMeanwhile, wantedVersion } from '../http/versions.ts'
import { getOwnLeague, noLeague } from './policy.ts'
import { findLeague, type ListedLeague } from './queries.ts'

interface Caller {
  readonly userId: string
}

/** What is done, with the league's own columns that it sets. */
interface LeagueAct extends Act {
  readonly set?: Updateable<LeagueTable>
}

/** Changes the league and says what it did; null where there was nothing to do. */
type Work = (db: Db, league: ListedLeague) => Promise<LeagueAct | null>

/**
 * One change of an owner's league: whoever else changes it waits, the version counts up, and it is
 * noted. Throws a 412 where `If-Match` names an older version, and what `getOwnLeague` throws.
 */
export async function changeLeague(
  { db, newId }: AppContext,
  id: string,
  { user, request }: { user: Caller; request: FastifyRequest },
  work: Work,
): Promise<ListedLeague> {
  return db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('league').select('id').where('id', '=', id).forUpdate().execute()
    const league = await getOwnLeague(transaction, id, user)
    await checkVersion(transaction, league, wantedVersion(request))
    const done = await work(transaction, league)
    if (!done) return league
    const { set = {}, ...act } = done
    const version = league.version + 1
    await transaction
      .updateTable('league')
      .set({ ...set, version, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    const noted = { ...act, id: newId(), version, authorId: user.userId }
    await noteChange(transaction, { kind: 'league', id }, noted)
    return (await findLeague(transaction, id)) ?? { ...league, version }
  })
}

async function checkVersion(
  db: Db,
  { id, version }: ListedLeague,
  wanted: number | null,
): Promise<void> {
  if (wanted === null || wanted === version) return
  const afterVersion = Math.max(0, wanted)
  throw changedMeanwhile(version, await listChanges(db, { kind: 'league', id }, { afterVersion }))
}

/** Brings a deleted league back. Throws a 404 where the caller has no such league. */
export async function restoreLeague(
  { db, newId }: AppContext,
  id: string,
  { userId }: Caller,
): Promise<ListedLeague> {
  return db.transaction().execute(async (transaction) => {
    const restored = await transaction
      .updateTable('league')
      .set({ deleted_at: null, updated_at: sql<Date>`now()`, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .where('owner_id', '=', userId)
      .where('deleted_at', 'is not', null)
      .returning('version')
      .executeTakeFirst()
    // One that is there is restored already; of others' it is not said whether they are.
    if (!restored) return getOwnLeague(transaction, id, { userId })
    const { version } = restored
    const noted = { id: newId(), version, authorId: userId, action: 'restored', details: {} }
    await noteChange(transaction, { kind: 'league', id }, noted)
    const league = await findLeague(transaction, id)
    if (!league) throw noLeague(id)
    return league
  })
}
