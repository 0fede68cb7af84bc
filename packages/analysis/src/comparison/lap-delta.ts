import type { Channel } from '@pitboard/contract/comparison/packed-column'

/**
 * Returns how much later than the reference a lap is at each point, in ms: positive is slower, and null
 * stands where either lap is unknown. At the line it is the difference of the lap times.
 */
export function lapDelta(lap: Channel, reference: Channel): Channel {
  return reference.map((referenceMs, index) => {
    const lapMs = lap[index] ?? null
    return lapMs === null || referenceMs === null ? null : lapMs - referenceMs
  })
}
