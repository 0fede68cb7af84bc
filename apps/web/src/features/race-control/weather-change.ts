import type { LiveSession } from '@pitboard/contract/live/live'
import { Weather } from '@pitboard/contract/wire/enumerations'

/** A forecast beyond this many minutes decides nothing yet. */
const SOON_MINUTES = 15
/** Less likely rain is the ordinary case. */
const RAIN_PERCENT = 30

/** Returns whether it rains, or the forecast has rain or its end within a quarter of an hour. */
export function isWeatherNews({
  weather,
  sessionType,
  weatherForecastSamples,
}: Pick<LiveSession, 'weather' | 'sessionType' | 'weatherForecastSamples'>): boolean {
  if (weather !== null && isWet(weather)) return true
  return weatherForecastSamples.some(
    (sample) =>
      sample.sessionTypeMode === sessionType &&
      sample.timeOffSet <= SOON_MINUTES &&
      (isWet(sample.forecastedWeatherCondition) || sample.rainPercentage >= RAIN_PERCENT),
  )
}

function isWet(condition: number): boolean {
  return condition >= Weather.LightRain
}
