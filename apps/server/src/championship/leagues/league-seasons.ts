import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ChangeRequest } from '../history/versioned-update.ts'
import { ownedSeasons } from '../seasons/store/queries.ts'
import { ownedLeagues } from './queries.ts'
import type { LeagueRecord } from './queries.ts'

const SEASONS_MAX = 200

interface Ids {
  readonly leagueId: string
  readonly seasonId: string
}

/**
 * League and season have the same owner, and the caller manages the seasons of both. A season that is
 * already in the league stays.
 */
export async function addSeason(
  context: AppContext,
  { leagueId, seasonId }: Ids,
  change: ChangeRequest,
): Promise<LeagueRecord> {
  const target = { id: leagueId, action: 'manageSeasons' } as const
  return ownedLeagues.change(context, target, change, async (db, league) => {
    if (league.season_ids.includes(seasonId)) return null
    await ownedSeasons.getAllowed(db, seasonId, change.user, 'manageSeasons')
    const { name } = await addToLeague({ ...context, db }, league, seasonId, change)
    return { action: 'seasonAdded', details: { seasonId, name } }
  })
}

/** Throws a 404 where the season is not in the league. */
export async function removeSeason(
  context: AppContext,
  { leagueId, seasonId }: Ids,
  change: ChangeRequest,
): Promise<LeagueRecord> {
  const target = { id: leagueId, action: 'manageSeasons' } as const
  return ownedLeagues.change(context, target, change, async (db, league) => {
    if (!league.season_ids.includes(seasonId)) {
      throw new ApiError(404, `There is no season ${seasonId} in this league.`)
    }
    const { name } = await removeFromLeague({ ...context, db }, league, seasonId, change)
    return { action: 'seasonRemoved', details: { seasonId, name } }
  })
}

type Context = Pick<AppContext, 'db' | 'newId'>
type User = Pick<ChangeRequest, 'user'>

/**
 * Runs within a change of the league, which has authorised the caller, and is a change of the season
 * too. Throws a 403 for a season of another owner than the league's: nobody but they may publish it.
 */
export async function addToLeague(
  context: Context,
  league: LeagueRecord,
  seasonId: string,
  { user }: User,
): Promise<{ readonly name: string }> {
  if (league.season_ids.length >= SEASONS_MAX) {
    throw new ApiError(409, `A league has at most ${SEASONS_MAX} seasons.`)
  }
  const target = {
    id: seasonId,
    action: async (_db: unknown, season: { readonly owner_id: string }) => {
      if (season.owner_id === league.owner_id) return
      throw new ApiError(403, 'A league only takes seasons of its owner.')
    },
  }
  return ownedSeasons.change(context, target, { user, wanted: null }, async () => {
    await context.db
      .insertInto('league_season')
      .values({ league_id: league.id, season_id: seasonId })
      .execute()
    return { action: 'addedToLeague', details: { leagueId: league.id, name: league.name } }
  })
}

/** Runs within a change of the league, which has authorised the caller, and is a change of the season too. */
export async function removeFromLeague(
  context: Context,
  league: LeagueRecord,
  seasonId: string,
  { user }: User,
): Promise<{ readonly name: string }> {
  const target = { id: seasonId, action: async () => {} }
  return ownedSeasons.change(context, target, { user, wanted: null }, async () => {
    await context.db
      .deleteFrom('league_season')
      .where('league_id', '=', league.id)
      .where('season_id', '=', seasonId)
      .execute()
    return { action: 'removedFromLeague', details: { leagueId: league.id, name: league.name } }
  })
}
