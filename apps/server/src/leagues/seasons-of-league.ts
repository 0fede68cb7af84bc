import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Changing } from '../history/change-owned.ts'
import { changeSeason } from '../seasons/change-season.ts'
import { changeLeague } from './change-league.ts'
import type { ListedLeague } from './queries.ts'

const SEASONS_MAX = 200

interface Ids {
  readonly leagueId: string
  readonly seasonId: string
}

/** Both are the caller's; a season that is in the league already stays as it is. */
export async function addSeason(
  context: AppContext,
  { leagueId, seasonId }: Ids,
  changing: Changing,
): Promise<ListedLeague> {
  return changeLeague(context, leagueId, changing, async (db, league) => {
    if (league.season_ids.includes(seasonId)) return null
    if (league.season_ids.length >= SEASONS_MAX) {
      throw new ApiError(409, `A league has at most ${SEASONS_MAX} seasons.`)
    }
    const season = await changeSeason(
      { ...context, db },
      seasonId,
      { user: changing.user, wanted: null },
      async () => {
        await db
          .insertInto('league_season')
          .values({ league_id: leagueId, season_id: seasonId })
          .execute()
        return { action: 'addedToLeague', details: { leagueId, name: league.name } }
      },
    )
    return { action: 'seasonAdded', details: { seasonId, name: season.name } }
  })
}

/** Throws a 404 where the season is not in the league. */
export async function removeSeason(
  context: AppContext,
  { leagueId, seasonId }: Ids,
  changing: Changing,
): Promise<ListedLeague> {
  return changeLeague(context, leagueId, changing, async (db, league) => {
    if (!league.season_ids.includes(seasonId)) {
      throw new ApiError(404, `There is no season ${seasonId} in this league.`)
    }
    const season = await changeSeason(
      { ...context, db },
      seasonId,
      { user: changing.user, wanted: null },
      async () => {
        await db
          .deleteFrom('league_season')
          .where('league_id', '=', leagueId)
          .where('season_id', '=', seasonId)
          .execute()
        return { action: 'removedFromLeague', details: { leagueId, name: league.name } }
      },
    )
    return { action: 'seasonRemoved', details: { seasonId, name: season.name } }
  })
}
