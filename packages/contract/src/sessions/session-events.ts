import { Type, type Static } from 'typebox'
import {
  SessionTypeNumber,
  TemperatureChangeNumber,
  WeatherNumber,
} from '../wire/enumeration-schemas.ts'
import { describe, Instant, Milliseconds, nullable } from '../wire/schema.ts'

export const WeatherSample = Type.Object({
  sessionTypeMode: describe(SessionTypeNumber, 'Session that the forecast is for.'),
  timeOffSet: Type.Integer({ description: 'Minutes from now.' }),
  forecastedWeatherCondition: describe(WeatherNumber, 'Forecast weather.'),
  trackTemperatureCelsius: Type.Integer({ description: 'Track temperature in °C.' }),
  trackTemperatureChange: describe(TemperatureChangeNumber, 'Trend of the track temperature.'),
  airTemperatureCelsius: Type.Integer({ description: 'Air temperature in °C.' }),
  airTemperatureChange: describe(TemperatureChangeNumber, 'Trend of the air temperature.'),
  rainPercentage: Type.Integer({ description: 'Probability of rain in percent.' }),
})
export type WeatherSample = Static<typeof WeatherSample>

export const Overtake = Type.Object({
  overtakingDriverIdx: Type.Integer({ description: 'Car index of the driver who overtakes.' }),
  overtakenDriverIdx: Type.Integer({ description: 'Car index of the driver who is overtaken.' }),
  lapNum: Type.Integer({ description: 'Lap of the overtaking driver.' }),
  overtakingTime: describe(Milliseconds, 'Session time in ms.'),
  utcTime: describe(Instant, 'When it happened, UTC.'),
})
export type Overtake = Static<typeof Overtake>

export const WeatherChange = Type.Object({
  timeMs: describe(Milliseconds, 'Session time in ms.'),
  lapNum: Type.Integer({ description: 'Lap of the leader.' }),
  weather: describe(WeatherNumber, 'Weather from then on.'),
  trackTemp: Type.Integer({ description: 'Track temperature in °C.' }),
  airTemp: Type.Integer({ description: 'Air temperature in °C.' }),
})
export type WeatherChange = Static<typeof WeatherChange>

export const SessionEventKind = Type.Enum([
  'sessionStarted',
  'lightsOut',
  'fastestLap',
  'retirement',
  'penalty',
  'warning',
  'overtake',
  'pitStop',
  'safetyCar',
  'redFlag',
  'chequeredFlag',
  'raceWinner',
  'drsEnabled',
  'drsDisabled',
  'collision',
  'weather',
  'flashback',
  'sessionEnded',
])
export type SessionEventKind = Static<typeof SessionEventKind>

export const SessionEvent = Type.Object({
  seq: Type.Integer({
    description:
      'Sequence number within the session, from 1; never used twice, so that clients recognise new events.',
  }),
  kind: describe(SessionEventKind, 'What happened.'),
  timeMs: describe(Milliseconds, 'Session time in ms.'),
  lapNum: nullable(Type.Integer(), 'Lap; null if it belongs to none.'),
  driverIdx: nullable(Type.Integer(), 'Car index of the driver; null if it concerns no driver.'),
  otherDriverIdx: nullable(Type.Integer(), 'Car index of the other driver; null without one.'),
  value: nullable(
    Type.Integer(),
    'Value by kind: lap time in ms (`fastestLap`), penalty type (`penalty`), infringement type (`warning`), stop time in ms (`pitStop`), weather (`weather`), safety car type × 10 + phase 0-3 (`safetyCar`), target session time in ms (`flashback`). Null for other kinds.',
  ),
  seconds: nullable(Type.Integer(), 'Seconds of a time penalty; null for other events.'),
})
export type SessionEvent = Static<typeof SessionEvent>
