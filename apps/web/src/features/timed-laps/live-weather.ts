import type { LiveSession } from '@pitboard/contract/live/live'
import { type LapWeather, lapWeatherOf } from '@pitboard/contract/records/lap-category'

/** Returns the weather of the records that a lap driven now belongs to; it is null while the weather is unknown. */
export function liveWeatherOf({ weather }: Pick<LiveSession, 'weather'>): LapWeather | null {
  return weather === null ? null : lapWeatherOf(weather)
}
