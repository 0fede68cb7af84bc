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
import { findSeason, type SeasonRecord } from './queries.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError } from '../../../platform/diagnostics/errors.ts'

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

/** Throws a 404 for a season that the caller may not see. */
export async function getVisibleSeason(
  db: Db,
  id: string,
  caller: Caller | null,
): Promise<SeasonRecord> {
  const season = await findSeason(db, id)
  if (!season || !maySee(season, caller)) throw seasonNotFound(id)
  return season
}

/** Throws a 404 for a season that the caller may not see, and `refusal` for one of somebody else. */
export async function getOwnSeason(
  db: Db,
  id: string,
  caller: Caller,
  refusal: 401 | 403 = 403,
): Promise<SeasonRecord> {
  const season = await getVisibleSeason(db, id, caller)
  if (season.owner_id === caller.userId) return season
  throw new ApiError(refusal, 'Only its owner can change a season.')
}

export function maySee(
  { visibility, owner_id }: Pick<SeasonRecord, 'visibility' | 'owner_id'>,
  caller: Caller | null,
): boolean {
  return visibility !== 'private' || owner_id === caller?.userId
}

export function seasonNotFound(id: string): ApiError {
  return new ApiError(404, `There is no season ${id}.`)
}
