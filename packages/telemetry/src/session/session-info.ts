import { SafetyCarStatus } from '@pitboard/contract/enumerations'
import { knowsSessionType, knowsTrack, sessionTypeOf } from '../formats/names.ts'
import { leaderLap, sessionTimeMs } from './clock.ts'
import { tell } from './feed.ts'
import type { SessionInfo, TrackedSession } from './state.ts'
import { countUnknown } from './unknown-ids.ts'

/** R14: the latest packet holds: the first ones of a session come with fields still empty. */
export function applySessionInfo(session: TrackedSession, packet: SessionInfo): void {
  const before = session.weatherHistory.length === 0 ? null : session.info
  session.info = packet
  applyWeather(session, packet)
  applySafetyCarStatus(session, before, packet)
  applyForecast(session, packet)
  if (before?.trackId !== packet.trackId && !knowsTrack(packet.ids, packet.trackId)) {
    countUnknown(session, 'track', packet.trackId)
  }
  const isNewType = before?.sessionType !== packet.sessionType
  if (isNewType && !knowsSessionType(packet.ids, packet.sessionType)) {
    countUnknown(session, 'sessionType', packet.sessionType)
  }
}

function applyWeather(session: TrackedSession, packet: SessionInfo): void {
  const last = session.weatherHistory.at(-1)
  const { weather, trackTemperature, airTemperature } = packet
  const same =
    last?.weather === weather &&
    last.trackTemp === trackTemperature &&
    last.airTemp === airTemperature
  if (same) return
  const timeMs = sessionTimeMs(packet.header)
  const lapNum = Math.max(1, leaderLap(session))
  const change = { timeMs, lapNum, weather, trackTemp: trackTemperature, airTemp: airTemperature }
  session.weatherHistory = [...session.weatherHistory, change]
  if (last === undefined || last.weather === weather) return
  tell(session, { kind: 'weather', timeMs, lapNum, value: weather })
}

function applySafetyCarStatus(
  session: TrackedSession,
  before: SessionInfo | null,
  packet: SessionInfo,
): void {
  const type = packet.safetyCarStatus
  const isDeployed = type === SafetyCarStatus.Full || type === SafetyCarStatus.Virtual
  if (!isDeployed || before?.safetyCarStatus === type) return
  session.safetyCars.seen.push({ type, atMs: sessionTimeMs(packet.header) })
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
  if (JSON.stringify(samples) !== JSON.stringify(session.forecast)) session.forecast = samples
}

/** R14: safety car periods as the game counts them, or as they were seen, whichever is more. */
export function safetyCarPeriods(session: TrackedSession, type: number): number {
  const { info, safetyCars } = session
  const counted =
    type === SafetyCarStatus.Full ? info.numSafetyCarPeriods : info.numVirtualSafetyCarPeriods
  const told = safetyCars.told.filter((deployed) => deployed.type === type).length
  const seen = safetyCars.seen.filter((deployed) => deployed.type === type).length
  return Math.max(counted ?? 0, told, seen)
}
