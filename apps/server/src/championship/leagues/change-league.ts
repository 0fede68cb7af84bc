import { sql, type Updateable } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { LeagueTable } from '../../platform/db/season-tables.ts'
import {
  changeOwned,
  restoreOwned,
  type Changing,
  type Owned,
  type Work,
} from '../history/versioned-update.ts'
import { getOwnLeague, type Caller } from './policy.ts'
import { findLeague, type ListedLeague } from './queries.ts'

type Columns = Updateable<LeagueTable>

const LEAGUE: Owned<ListedLeague, Columns> = {
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

/** One change of an owner's league, see `changeOwned`. */
export async function changeLeague(
  context: Pick<AppContext, 'db' | 'newId'>,
  id: string,
  changing: Changing,
  work: Work<ListedLeague, Columns>,
): Promise<ListedLeague> {
  return changeOwned(LEAGUE, context, id, changing, work)
}

/** Brings a deleted league back. Throws a 404 where the caller has no such league. */
export async function restoreLeague(
  context: AppContext,
  id: string,
  caller: Caller,
): Promise<ListedLeague> {
  return restoreOwned(LEAGUE, context, id, caller)
}
