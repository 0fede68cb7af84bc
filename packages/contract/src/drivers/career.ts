import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { ResultStatusNumber, TrackNumber } from '../wire/enumeration-schemas.ts'
import { describe, nullable, Uuid } from '../wire/schema.ts'
import { DrivenSession } from './head-to-head.ts'

/** A career consists of the latest races, because those of years ago say little about a driver. */
export const CAREER_RACES_MAX = 100
export const CAREER_OPPONENTS_MAX = 10

const CareerRace = Type.Object({
  ...DrivenSession.properties,
  position: nullable(
    Type.Integer(),
    'Position in the result among all cars, from 1; null without one.',
  ),
  resultStatus: describe(ResultStatusNumber, 'Status of the result.'),
  numberOfDrivers: Type.Integer({ description: 'Number of cars that took part.' }),
  pacePercent: nullable(
    Type.Number(),
    'Best lap of the driver compared with the median of the best laps of the others, in percent: negative is quicker. Null with fewer than three others.',
  ),
})
export type CareerRace = Static<typeof CareerRace>

const CareerTrack = Type.Object({
  trackId: describe(TrackNumber, 'Track.'),
  trackName: Type.String({ description: 'Name of the track in English.' }),
  races: Type.Integer({ description: 'Number of races.' }),
  wins: Type.Integer({ description: 'Number of wins.' }),
  podiums: Type.Integer({ description: 'Number of races in the first three.' }),
  averagePosition: nullable(
    Type.Number(),
    'Average position of the races in whose classification the driver is; null without any.',
  ),
  averagePacePercent: nullable(
    Type.Number(),
    'Average of `pacePercent` over the races that have it; null without any.',
  ),
})
export type CareerTrack = Static<typeof CareerTrack>

const Streak = Type.Object({
  kind: Type.Enum(['wins', 'podiums', 'finishes'], {
    description: 'Races won, in the first three, or in the classification.',
  }),
  current: Type.Integer({ description: 'Number of latest races in a row; 0 if it is broken.' }),
  longest: Type.Integer({ description: 'Most races in a row.' }),
})
export type Streak = Static<typeof Streak>

const Opponent = Type.Object({
  name: Type.String({ description: 'Name of the driver.' }),
  userId: nullable(Uuid, 'User who is this driver; null if nobody is known to be.'),
  races: Type.Integer({ description: 'Number of races that both drove.' }),
  ahead: Type.Integer({ description: 'Number of those in which the user was ahead.' }),
  behind: Type.Integer({ description: 'Number of those in which the other driver was ahead.' }),
})
export type Opponent = Static<typeof Opponent>

export const Career = Type.Object({
  races: Type.Array(CareerRace, {
    description:
      'Latest races, oldest first, 100 at most: recorded by the user, or of listed seasons in which they are known as a driver.',
  }),
  tracks: Type.Array(CareerTrack, {
    description: 'Tracks of these races, the best average position first.',
  }),
  streaks: Type.Array(Streak, { description: 'Streaks in these races, one of each kind.' }),
  opponents: Type.Array(Opponent, {
    description: 'Drivers met most often in these races, ten at most; no drivers of the game.',
  }),
})
export type Career = Static<typeof Career>

export const careers = endpointTable({
  get: {
    method: 'GET',
    path: '/api/Users/{userId}/career',
    summary:
      'The latest races of a user: position and pace, tracks by result, streaks and opponents',
    params: Type.Object({ userId: describe(Uuid, 'Id of the user.') }),
    response: Career,
  },
})
