import type { Channel } from '@pitboard/contract/comparison/packed-column'
import { gridCount, gridDistance, type LapGrid } from './aligned-lap.ts'

/** Points to each side: over 20 m the rounding of times to a millisecond is half a percent at 300 km/h. */
const REACH = 2
const KMH_PER_METRE_PER_MS = 3_600

/**
 * Returns the speed of a lap whose game does not send one, in km/h: the distance around each point of the grid by the
 * time (ms since the start of the lap) that it took. Null where the time of either end is unknown.
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
