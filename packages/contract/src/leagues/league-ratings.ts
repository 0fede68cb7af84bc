import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { LeagueParams } from '../wire/path-params.ts'
import { nullable, Uuid } from '../wire/schema.ts'

const DriverRating = Type.Object({
  name: Type.String({ description: 'Name of the driver in their last race.' }),
  userId: nullable(Uuid, 'User who is this driver; null if nobody is known to be.'),
  points: Type.Integer({ description: 'Rating; 1500 without a race.' }),
  change: Type.Integer({ description: 'What the last race of the driver has changed.' }),
  races: Type.Integer({ description: 'Number of races that are rated.' }),
  isSettled: Type.Boolean({ description: 'False before the fifth race: then it moves much.' }),
})
export type DriverRating = Static<typeof DriverRating>

/** The ratings say how strong the drivers of a league are, by who finished ahead of whom. */
export const LeagueRatings = Type.Object({
  drivers: Type.Array(DriverRating, { description: 'Drivers, the best rating first.' }),
  races: Type.Integer({ description: 'Number of races that are rated.' }),
})
export type LeagueRatings = Static<typeof LeagueRatings>

export const leagueRatings = endpointTable({
  get: {
    method: 'GET',
    path: '/api/League/{leagueId}/ratings',
    summary: 'Ratings of a league’s drivers by its races; 404 if the league has none',
    auth: 'optional',
    scope: 'data:read',
    params: LeagueParams,
    response: LeagueRatings,
  },
})
