import type { Season } from '@pitboard/contract/seasons/season'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'

/** Earlier seasons than these say little of two drivers today. */
const SEASONS_MAX = 10

/** Finds the newest seasons of the leagues that the season is in and that its reader may see, and the season itself. */
export async function findSeasonsOfLeagues(
  db: Db,
  { id, leagueIds }: Pick<Season, 'id' | 'leagueIds'>,
): Promise<string[]> {
  if (leagueIds.length === 0) return [id]
  const rows = await db
    .selectFrom('league_season')
    .innerJoin('season', 'season.id', 'league_season.season_id')
    .select('season.id')
    .distinct()
    .where('league_season.league_id', '=', sql<string>`any(${leagueIds}::uuid[])`)
    .where('season.deleted_at', 'is', null)
    .where('season.id', '!=', id)
    .orderBy('season.id', 'desc')
    .limit(SEASONS_MAX - 1)
    .execute()
  return [id, ...rows.map((row) => row.id)]
}
