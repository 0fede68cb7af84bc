import type { Db } from '../../../platform/db/tables.ts'
import { ApiError } from '../../../platform/diagnostics/errors.ts'
import type { Caller } from '../../history/versioned-update.ts'
import { findSeason, type SeasonRecord } from './queries.ts'

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
