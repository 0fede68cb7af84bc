import { Type, type Static } from 'typebox'
import { Instant, Milliseconds, nullable } from './schema.ts'

export const WeatherSample = Type.Object({
  /** The session the forecast is for, see `SessionType`. */
  sessionTypeMode: Type.Integer(),
  /** Minutes from now. */
  timeOffSet: Type.Integer(),
  forecastedWeatherCondition: Type.Integer(),
  trackTemperatureCelsius: Type.Integer(),
  /** 0 up, 1 down, 2 no change. */
  trackTemperatureChange: Type.Integer(),
  airTemperatureCelsius: Type.Integer(),
  airTemperatureChange: Type.Integer(),
  rainPercentage: Type.Integer(),
})
export type WeatherSample = Static<typeof WeatherSample>

export const Overtake = Type.Object({
  overtakingDriverIdx: Type.Integer(),
  overtakenDriverIdx: Type.Integer(),
  lapNum: Type.Integer(),
  /** Session time in milliseconds. */
  overtakingTime: Milliseconds,
  utcTime: Instant,
})
export type Overtake = Static<typeof Overtake>

export const WeatherChange = Type.Object({
  /** Session time. */
  timeMs: Milliseconds,
  lapNum: Type.Integer(),
  weather: Type.Integer(),
  trackTemp: Type.Integer(),
  airTemp: Type.Integer(),
})
export type WeatherChange = Static<typeof WeatherChange>

/** What race control and the timing say, in order; the live page's feed. */
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
  /** Counts from 1 within the session and never repeats, so that a reader can tell what is new. */
  seq: Type.Integer(),
  kind: SessionEventKind,
  /** Session time. */
  timeMs: Milliseconds,
  lapNum: nullable(Type.Integer()),
  driverIdx: nullable(Type.Integer()),
  otherDriverIdx: nullable(Type.Integer()),
  /**
   * A number whose meaning the kind decides: lap time in ms (fastestLap), penalty
   * type (penalty), infringement type (warning), stop time in ms (pitStop), weather
   * (weather), safety car type × 10 + phase 0-3 (safetyCar), target session time in ms
   * (flashback).
   */
  value: nullable(Type.Integer()),
  /** Seconds of a time penalty. */
  seconds: nullable(Type.Integer()),
})
export type SessionEvent = Static<typeof SessionEvent>
