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
import { getOwnLeague } from './policy.ts'
import { findLeague, type LeagueRecord } from './queries.ts'

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
