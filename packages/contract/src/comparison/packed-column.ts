import type { TraceChannel } from '../traces/trace-channels.ts'

/**
 * A channel has one value for each point of the grid that compared laps share; null where it is not known.
 */
export type Channel = readonly (number | null)[]

/** The packing `slopes` suits values that rise evenly, such as times and positions. */
type Packing = 'changes' | 'slopes'

export const CHANNEL_PACKING = {
  timeMs: 'slopes',
  speedKmh: 'changes',
  throttlePercent: 'changes',
  brakePercent: 'changes',
  steeringPercent: 'changes',
  gear: 'changes',
  engineRpm: 'changes',
  drsOpen: 'changes',
  activeAeroOn: 'changes',
  overtakeOn: 'changes',
  ersDeployMode: 'changes',
  ersStorePercent: 'changes',
  positionXM: 'slopes',
  positionZM: 'slopes',
} as const satisfies Record<TraceChannel, Packing>

/**
 * Packs a channel as whole steps of its resolution: each number is the change since the last known value, or
 * the change of that change. Neighbours differ little, so that the column compresses to a fraction.
 */
export function packColumn(values: Channel, resolution: number, packing: Packing): Channel {
  let last = 0
  let slope = 0
  return values.map((value) => {
    if (value === null) return null
    const change = Math.round(value / resolution) - last
    last += change
    const packed = packing === 'slopes' ? change - slope : change
    slope = change
    // JSON would write a negative zero as such, and it is not equal to zero in tests.
    return packed === 0 ? 0 : packed
  })
}

/** Returns the channel of a packed column; the values are multiples of the resolution. */
export function unpackColumn(packed: Channel, resolution: number, packing: Packing): Channel {
  // Division by a whole number is exact where multiplication by 0.1 is not.
  const perUnit = Math.round(1 / resolution)
  let last = 0
  let slope = 0
  return packed.map((number) => {
    if (number === null) return null
    const change = packing === 'slopes' ? number + slope : number
    last += change
    slope = change
    return resolution < 1 ? last / perUnit : last * resolution
  })
}
