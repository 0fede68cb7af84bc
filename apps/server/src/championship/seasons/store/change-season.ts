import { sql, type Updateable } from 'kysely'
import type { AppContext } from '../../../context.ts'
import type { SeasonTable } from '../../../platform/db/season-tables.ts'
import {
  type Caller,
  changeOwned,
  type ChangeRequest,
  type MakeChange,
  type Owned,
  restoreOwned,
} from '../../history/versioned-update.ts'
import { getOwnSeason } from './policy.ts'
import { findSeason, type SeasonRecord } from './queries.ts'

type Columns = Updateable<SeasonTable>

export interface SeasonChangeRequest extends ChangeRequest {
  /** The status for a caller who is not the owner. */
  readonly refusal?: 401 | 403
}

const SEASON: Owned<SeasonRecord, Columns> = {
  kind: 'season',
  find: findSeason,
  getOwn: getOwnSeason,
  async write(db, id, columns, version) {
    await db
      .updateTable('season')
      .set({ ...columns, version, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
  },
}

export async function changeSeason(
  context: Pick<AppContext, 'db' | 'newId'>,
  id: string,
  { refusal, ...change }: SeasonChangeRequest,
  makeChange: MakeChange<SeasonRecord, Columns>,
): Promise<SeasonRecord> {
  const season: typeof SEASON = {
    ...SEASON,
    getOwn: (db, seasonId, caller) => getOwnSeason(db, seasonId, caller, refusal),
  }
  return changeOwned(season, context, id, change, makeChange)
}

export async function restoreSeason(
  context: AppContext,
  id: string,
  caller: Caller,
): Promise<SeasonRecord> {
  return restoreOwned(SEASON, context, id, caller)
}
