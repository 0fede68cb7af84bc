import { Type } from 'typebox'
import { describe, Uuid } from './schema.ts'

/*
 * The parameters stand in paths below a league, a season or a session. Where a path ends with the id of its own
 * resource, the specification names it `id`, except for leagues.
 */

export const LeagueParams = Type.Object({ leagueId: describe(Uuid, 'Id of the league.') })
export const SeasonParams = Type.Object({ seasonId: describe(Uuid, 'Id of the season.') })
export const SessionParams = Type.Object({
  sessionId: describe(Uuid, 'Id of the recorded session.'),
})
