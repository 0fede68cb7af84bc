import { leagueRatings } from '@pitboard/contract/leagues/league-ratings'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { listDistinctSessions } from '../drivers/driver-sessions.ts'
import { ownedLeagues } from '../leagues/queries.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import { rateDrivers } from './rate-drivers.ts'

/** A league of years is rated by its newest seasons: a rating forgets what is longer ago anyway. */
const SEASONS_MAX = 20

/** Registers the ratings of leagues, which follow from the present results each time. */
export function registerRatings(
  app: FastifyInstance,
  { db }: AppContext,
  views: SeasonViews,
): void {
  route(app, leagueRatings.get, async ({ user, params: { leagueId }, reply }) => {
    const league = await ownedLeagues.getVisible(db, leagueId, user)
    if (!league.has_ratings) throw new ApiError(404, 'This league has no ratings.')
    const ids = league.season_ids.slice(-SEASONS_MAX)
    const found = await Promise.all(ids.map((id) => views.find(id, user)))
    const sessions = await listDistinctSessions(
      db,
      found.filter((view) => view !== undefined),
    )
    reply.header('cache-control', 'no-cache')
    const drivers = rateDrivers(sessions)
    return { drivers, races: sessions.filter(({ kind }) => kind === 'race').length }
  })
}
