import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { SeasonParams } from '../wire/path-params.ts'
import { describe, Instant, nullable, Uuid } from '../wire/schema.ts'

export const VOTE_HOURS = { min: 1, max: 168, default: 24 } as const

/** An organiser decides this about the votes for the driver of the day. */
export const DriverVoteRule = Type.Object(
  {
    hours: Type.Integer({
      description:
        'Hours from the end of a race, or its link to the season, until the vote closes.',
      minimum: VOTE_HOURS.min,
      maximum: VOTE_HOURS.max,
    }),
    voters: Type.Enum(['drivers', 'everyone'], {
      description:
        '`drivers`: drivers of the season and of the race; `everyone`: every user who may see the season.',
    }),
  },
  { additionalProperties: false },
)
export type DriverVoteRule = Static<typeof DriverVoteRule>

const Candidate = Type.Object({
  driverIdx: Type.Integer({ description: 'Car index of the driver in the session.' }),
  name: Type.String({ description: 'Name of the driver in the standings.' }),
  mayBeChosen: Type.Boolean({
    description: 'Whether the caller can vote for the driver: not for oneself.',
  }),
  votes: nullable(Type.Integer(), 'Number of votes; null until they are counted.'),
})

/** Users vote for the driver of the day of a race. Nobody sees who has voted for whom. */
export const DriverVote = Type.Object({
  eventId: describe(Uuid, 'Id of the event.'),
  sessionId: describe(Uuid, 'Id of the race.'),
  closesAt: describe(Instant, 'When the vote closes, UTC.'),
  isOpen: Type.Boolean({ description: 'Whether the vote is open.' }),
  mayVote: Type.Boolean({ description: 'Whether the caller can vote now.' }),
  ownDriverIdx: nullable(Type.Integer(), 'Driver whom the caller has voted for; null for none.'),
  drivers: Type.Array(Candidate, {
    description:
      'Drivers who took part and were not disqualified, in the order of the result; those with most votes first once they are counted.',
  }),
})
export type DriverVote = Static<typeof DriverVote>

/** These endpoints read and take votes for the driver of the day. */
export const driverVotes = endpointTable({
  season: {
    method: 'GET',
    path: '/api/Seasons/{seasonId}/driverVotes',
    summary: 'Votes for the driver of the day, by race, the newest first',
    auth: 'optional',
    scope: 'data:read',
    list: 'whole',
    params: SeasonParams,
    response: Type.Array(DriverVote),
  },
  cast: {
    method: 'PUT',
    path: '/api/Seasons/{seasonId}/driverVotes/{sessionId}',
    summary: 'Votes for a driver, or takes the vote back, until the vote closes',
    auth: 'user',
    scope: 'none',
    params: Type.Object({
      ...SeasonParams.properties,
      sessionId: describe(Uuid, 'Id of the race.'),
    }),
    body: Type.Object({
      driverIdx: nullable(Type.Integer({ minimum: 0, maximum: 100 }), 'Driver; null for none.'),
    }),
    response: DriverVote,
    errors: [409],
  },
})
