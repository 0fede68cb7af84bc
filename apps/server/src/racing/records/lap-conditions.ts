import { lapEndsOf, startOf } from '@pitboard/analysis/laps/lap-ends'
import { compoundOnLap } from '@pitboard/analysis/laps/stints'
import {
  type LapCategory,
  type LapWeather,
  lapWeatherOf,
  tyreClassOf,
  USUAL_CARS,
} from '@pitboard/contract/records/lap-category'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { type SessionKind, sessionKind } from '@pitboard/contract/wire/session-kind'

/** Returns what a lap is compared with in records; null where its tyres, its weather or the year are unknown. */
export function categoryOfLap(
  session: SessionDetail,
  driver: Driver,
  lapNum: number,
): LapCategory | null {
  const { trackId, gameVersion, sessionType } = session
  const { formula, performance } = session.settings ?? USUAL_CARS
  const kind = sessionKind(sessionType)
  const compound = compoundOnLap(driver, lapNum)
  const tyreClass = compound === null ? null : tyreClassOf(compound)
  const weather = weatherOfLaps(session, driver, kind)(lapNum)
  if (gameVersion === null || tyreClass === null || weather === null) return null
  const conditions = { gameVersion, sessionKind: kind, tyreClass, weather, formula, performance }
  return { trackId, ...conditions }
}

/**
 * Returns a function that returns the weather of a lap; null for a lap during which it changed between dry and
 * wet, or where that cannot be known.
 */
export function weatherOfLaps(
  session: SessionDetail,
  driver: Driver,
  kind: SessionKind,
): (lapNum: number) => LapWeather | null {
  const history = session.weatherHistory.map(({ timeMs, weather }) => {
    return { timeMs, weather: lapWeatherOf(weather) }
  })
  const first = session.startWeather ?? session.weatherHistory[0]?.weather ?? session.weather
  if (first === null) return () => null
  const begun = lapWeatherOf(first)
  if (history.every(({ weather }) => weather === begun)) return () => begun
  // Outside races it is unknown when a lap was driven, because cars stand in the garage between laps.
  if (kind !== 'race') return () => null
  const startMs = startOf(session)
  const ends = lapEndsOf(driver)
  return (lapNum) => {
    const [fromMs, toMs] = [lapNum === 1 ? 0 : ends[lapNum - 2], ends[lapNum - 1]]
    if (fromMs === null || fromMs === undefined || toMs === null || toMs === undefined) return null
    const before = history.findLast(({ timeMs }) => timeMs <= startMs + fromMs)?.weather ?? begun
    const during = history.filter(
      ({ timeMs }) => timeMs > startMs + fromMs && timeMs <= startMs + toMs,
    )
    return during.every(({ weather }) => weather === before) ? before : null
  }
}
