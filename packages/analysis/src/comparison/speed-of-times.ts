import type { Channel } from '@pitboard/contract/comparison/packed-column'
import { gridCount, gridDistance, type LapGrid } from './aligned-lap.ts'

/**
 * The speed is measured over this many points to each side: over 20 m the rounding of times to a millisecond is
 * half a percent at 300 km/h.
 */
const REACH = 2
const KMH_PER_METRE_PER_MS = 3_600

/**
 * Returns the speed in km/h of a lap whose game does not send one: the distance around each point of the
 * grid, divided by the time that it took (`timeMs` counts from the start of the lap). The speed is null where
 * the time at either end is unknown.
 */
export function speedOfTimes(timeMs: Channel, grid: LapGrid): Channel {
  const last = gridCount(grid) - 1
  return Array.from({ length: last + 1 }, (_, index) => {
    const from = Math.max(index - REACH, 0)
    const to = Math.min(index + REACH, last)
    const fromMs = timeMs[from] ?? null
    const toMs = timeMs[to] ?? null
    if (fromMs === null || toMs === null || toMs <= fromMs) return null
    const metres = gridDistance(grid, to) - gridDistance(grid, from)
    return (metres / (toMs - fromMs)) * KMH_PER_METRE_PER_MS
  })
}
