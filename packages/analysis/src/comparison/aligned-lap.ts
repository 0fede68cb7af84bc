import type { Channel } from '@pitboard/contract/comparison/packed-column'

/**
 * All compared laps share one grid: it has a point at the line, one after each step, and the last one at the
 * line again. The last step may be shorter.
 */
export interface LapGrid {
  readonly stepM: number
  readonly lengthM: number
}

/** The figures of a comparison need to know this much about a lap. */
export interface AlignedLap {
  /** Time counts from the start of the lap, so that the last point has the lap time. */
  readonly timeMs: Channel
  readonly speedKmh: Channel
  /** The pressure on the pedal is between 0 and 100. */
  readonly brakePercent: Channel
}

/** Returns the number of points of a grid. */
export function gridCount({ stepM, lengthM }: LapGrid): number {
  return Math.ceil(lengthM / stepM - 1e-6) + 1
}

/**
 * Returns the distance of a point from the start of the lap, in metres; at the last index and beyond it is
 * the length of the lap.
 */
export function gridDistance({ stepM, lengthM }: LapGrid, index: number): number {
  return Math.min(index * stepM, lengthM)
}

/** Returns the value at a distance, on a straight line between the points around it; null in a gap. */
export function valueAt(grid: LapGrid, channel: Channel, distanceM: number): number | null {
  const last = gridCount(grid) - 1
  const from = Math.min(Math.max(Math.floor(distanceM / grid.stepM), 0), last)
  const before = channel[from] ?? null
  const fromM = gridDistance(grid, from)
  if (distanceM <= fromM || from === last) return before
  const after = channel[from + 1] ?? null
  if (before === null || after === null) return null
  const share = (distanceM - fromM) / (gridDistance(grid, from + 1) - fromM)
  return before + (after - before) * share
}

/** Returns the index of the point next to a distance. */
export function nearestIndex(grid: LapGrid, distanceM: number): number {
  const last = gridCount(grid) - 1
  const index = Math.min(Math.max(Math.round(distanceM / grid.stepM), 0), last)
  const isLineNearer = grid.lengthM - distanceM < Math.abs(distanceM - index * grid.stepM)
  return isLineNearer ? last : index
}
