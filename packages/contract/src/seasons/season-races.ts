import { Type, type Static } from 'typebox'
import { TyreClass, LapWeather } from '../records/lap-category.ts'
import { TrackNumber } from '../wire/enumeration-schemas.ts'
import { describe, Milliseconds, nullable, Uuid } from '../wire/schema.ts'

/** A lap of a season is still a record if nobody in the lists of records was faster in its category. */
const SeasonRecord = Type.Object({
  sessionId: describe(Uuid, 'Id of the recorded session.'),
  driverIdx: Type.Integer({ description: 'Car index of the driver in the session.' }),
  trackId: describe(TrackNumber, 'Track of the lap.'),
  lapTimeMs: describe(Milliseconds, 'Lap time in ms.'),
  tyreClass: TyreClass,
  weather: LapWeather,
})
export type SeasonRecord = Static<typeof SeasonRecord>

const RaceCar = Type.Object({
  driverIdx: Type.Integer({
    description:
      'Car index of the driver in the session; the results of the standings use the same.',
  }),
  grid: nullable(Type.Integer(), 'Place on the grid; 0 for the pit lane; null if unknown.'),
  timeMs: nullable(
    Milliseconds,
    'Race time in ms with the penalties of the game and of the stewards; null if unknown.',
  ),
  laps: nullable(Type.Integer(), 'Number of laps; null if unknown.'),
  bestLapTimeMs: nullable(Milliseconds, 'Best lap in ms; null without one.'),
  penaltiesSeconds: Type.Integer({ description: 'Seconds of time penalties that the game gave.' }),
})
export type RaceCar = Static<typeof RaceCar>

/** It has what the standings of a season do not say about its races. */
export const SeasonRaces = Type.Object({
  races: Type.Array(
    Type.Object({
      sessionId: describe(Uuid, 'Id of the recorded session.'),
      cars: Type.Array(RaceCar, { description: 'Cars that took part.' }),
    }),
    {
      description:
        'Races that are over, without sprints, in the order of the calendar and of their start.',
    },
  ),
  records: Type.Array(SeasonRecord, {
    description: 'Laps of the season’s sessions that are records of this site today.',
  }),
})
export type SeasonRaces = Static<typeof SeasonRaces>
