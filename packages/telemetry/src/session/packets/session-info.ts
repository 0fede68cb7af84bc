import { sessionTypeOf } from '../../ids/id-tables.ts'
import { leaderLap } from '../state/queries.ts'
import { appendEvent } from '../state/event-feed.ts'
import { timeIn } from '../stream/order.ts'
import { noteAssists } from './settings.ts'
import { recordSafetyCarStatus } from './safety-cars.ts'
import type { SessionInfo, TrackedSession } from '../state/state.ts'
import { countUnknownIds } from './unknown-ids.ts'

/** No session has nearly as many: this is one a minute for a day. */
const mostChanges = 1_440

/** R14: applies the latest Session packet; the first ones of a session have empty fields. */
export function applySessionInfo(session: TrackedSession, packet: SessionInfo): void {
  session.info = packet
  noteAssists(session, packet)
  if (hasWeather(packet)) {
    session.firstWeather ??= packet
    session.lastWeather = packet
    applyWeather(session, packet)
    applyForecast(session, packet)
  }
  recordSafetyCarStatus(session, packet.safetyCarStatus, timeIn(session, packet.header))
  countUnknownIds(session, packet)
}

/** R14: 0 °C both in the air and on the track means that the fields are still empty. */
function hasWeather({ trackTemperature, airTemperature }: SessionInfo): boolean {
  return trackTemperature !== 0 || airTemperature !== 0
}

function applyWeather(session: TrackedSession, packet: SessionInfo): void {
  const last = session.weatherHistory.at(-1)
  const { weather, trackTemperature, airTemperature } = packet
  const same =
    last?.weather === weather &&
    last.trackTemp === trackTemperature &&
    last.airTemp === airTemperature
  if (same || session.weatherHistory.length >= mostChanges) return
  const timeMs = timeIn(session, packet.header)
  const lapNum = Math.max(1, leaderLap(session))
  const change = { timeMs, lapNum, weather, trackTemp: trackTemperature, airTemp: airTemperature }
  session.weatherHistory = [...session.weatherHistory, change]
  if (last === undefined || last.weather === weather) return
  appendEvent(session, { kind: 'weather', timeMs, lapNum, value: weather })
}

function applyForecast(session: TrackedSession, packet: SessionInfo): void {
  const count = Math.min(packet.numWeatherForecastSamples, packet.weatherForecastSamples.length)
  const samples = packet.weatherForecastSamples.slice(0, count).map((sample) => ({
    sessionTypeMode: sessionTypeOf(packet.ids, sample.sessionType),
    timeOffSet: sample.timeOffsetMinutes,
    forecastedWeatherCondition: sample.weather,
    trackTemperatureCelsius: sample.trackTemperature,
    trackTemperatureChange: sample.trackTemperatureChange,
    airTemperatureCelsius: sample.airTemperature,
    airTemperatureChange: sample.airTemperatureChange,
    rainPercentage: sample.rainPercentage,
  }))
  if (!isSameForecast(samples, session.forecast)) session.forecast = samples
}

type Forecast = TrackedSession['forecast']

function isSameForecast(samples: Forecast, known: Forecast): boolean {
  return (
    samples.length === known.length &&
    samples.every((sample, index) => {
      const other = known[index]
      return (
        sample.sessionTypeMode === other?.sessionTypeMode &&
        sample.timeOffSet === other.timeOffSet &&
        sample.forecastedWeatherCondition === other.forecastedWeatherCondition &&
        sample.trackTemperatureCelsius === other.trackTemperatureCelsius &&
        sample.trackTemperatureChange === other.trackTemperatureChange &&
        sample.airTemperatureCelsius === other.airTemperatureCelsius &&
        sample.airTemperatureChange === other.airTemperatureChange &&
        sample.rainPercentage === other.rainPercentage
      )
    })
  )
}
