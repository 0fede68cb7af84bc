import type { LiveSession } from '@pitboard/contract/live/live'
import { type LapWeather, lapWeatherOf } from '@pitboard/contract/records/lap-category'

/** In which records a lap that is driven now belongs; null while the weather is unknown. */
export function liveWeatherOf({ weather }: Pick<LiveSession, 'weather'>): LapWeather | null {
  return weather === null ? null : lapWeatherOf(weather)
}
