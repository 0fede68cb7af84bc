import type { LiveSummary } from '@pitboard/contract/live/live'

/** Somebody alone on a track is no race. */
const CARS_MIN = 2

/** Finds the first of the ranked live sessions that deserves the first screen: a field that drives and is received. */
export function findWorthWatching<Row extends Pick<LiveSummary, 'receiving' | 'numberOfDrivers'>>(
  live: readonly Row[],
): Row | undefined {
  return live.find(({ receiving, numberOfDrivers }) => receiving && numberOfDrivers >= CARS_MIN)
}
