import { sql, type Updateable } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { LeagueTable } from '../../platform/db/season-tables.ts'
import {
  type Caller,
  changeOwned,
  type ChangeRequest,
  type MakeChange,
  type Owned,
  restoreOwned,
} from '../history/versioned-update.ts'
import { findLeague, type LeagueRecord } from './queries.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'

type Columns = Updateable<LeagueTable>

const LEAGUE: Owned<LeagueRecord, Columns> = {
  kind: 'league',
  find: findLeague,
  getOwn: getOwnLeague,
  async write(db, id, columns, version) {
    await db
      .updateTable('league')
      .set({ ...columns, version, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
  },
}

export async function changeLeague(
  context: Pick<AppContext, 'db' | 'newId'>,
  id: string,
  change: ChangeRequest,
  makeChange: MakeChange<LeagueRecord, Columns>,
): Promise<LeagueRecord> {
  return changeOwned(LEAGUE, context, id, change, makeChange)
}

export async function restoreLeague(
  context: AppContext,
  id: string,
  caller: Caller,
): Promise<LeagueRecord> {
  return restoreOwned(LEAGUE, context, id, caller)
}

/** Throws a 404 for a league that the caller may not see. */
export async function getVisibleLeague(
  db: Db,
  id: string,
  caller: Caller | null,
): Promise<LeagueRecord> {
  const league = await findLeague(db, id)
  if (!league || !maySee(league, caller)) throw leagueNotFound(id)
  return league
}

/** Throws a 404 for a league that the caller may not see, a 403 for one of somebody else. */
export async function getOwnLeague(db: Db, id: string, caller: Caller): Promise<LeagueRecord> {
  const league = await getVisibleLeague(db, id, caller)
  if (league.owner_id !== caller.userId) {
    throw new ApiError(403, 'Only its owner can change a league.')
  }
  return league
}

function maySee(
  { is_public, owner_id }: Pick<LeagueRecord, 'is_public' | 'owner_id'>,
  caller: Caller | null,
): boolean {
  return is_public || owner_id === caller?.userId
}

export function leagueNotFound(id: string): ApiError {
  return new ApiError(404, `There is no league ${id}.`)
}
