import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import type { Caller } from '../history/versioned-update.ts'
import { findLeague, type LeagueRecord } from './queries.ts'

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
