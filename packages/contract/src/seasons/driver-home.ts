import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { TrackNumber } from '../wire/enumeration-schemas.ts'
import { describe, Instant, Milliseconds, nullable, Uuid } from '../wire/schema.ts'

/** The home of a driver shows this many seasons. */
export const DRIVEN_SEASONS_MAX = 10
/** A trend needs a few races, and more of them would hide what is recent. */
export const PACE_RACES_MAX = 6

const DrivenSeason = Type.Object({
  seasonId: describe(Uuid, 'Id of the season.'),
  seasonName: Type.String({ description: 'Name of the season.' }),
  nextEvent: nullable(
    Type.Object({
      eventId: describe(Uuid, 'Id of the event.'),
      name: Type.String({
        description: 'Name of the event; empty if it is named after its track.',
      }),
      track: describe(TrackNumber, 'Track of the event.'),
      startsAt: describe(Instant, 'When the event starts, UTC.'),
    }),
    'The next event with a date that has no race; null without one. One that is late stays for three hours.',
  ),
})
export type DrivenSeason = Static<typeof DrivenSeason>

const RacePace = Type.Object({
  sessionId: describe(Uuid, 'Id of the recorded session.'),
  bestLaps: Type.Array(
    Type.Object({
      driverIdx: Type.Integer({ description: 'Car index of the driver in the session.' }),
      lapTimeMs: describe(Milliseconds, 'Best lap of the car in ms.'),
    }),
    { description: 'Best laps of the cars that have one.' },
  ),
})
export type RacePace = Static<typeof RacePace>

/** The home shows what a driver comes back for. */
export const DriverHome = Type.Object({
  seasons: Type.Array(DrivenSeason, {
    description:
      'Seasons in which the caller is a driver, the next event first, then those that were changed last; ten at most.',
  }),
  races: Type.Array(RacePace, {
    description: 'The last races of the first of these seasons, oldest first; six at most.',
  }),
})
export type DriverHome = Static<typeof DriverHome>

export const driverHome = endpointTable({
  get: {
    method: 'GET',
    path: '/api/Seasons/driven',
    summary:
      'Seasons that the caller drives in, with their next events and the pace of the last races',
    auth: 'user',
    scope: 'data:read',
    response: DriverHome,
  },
})
