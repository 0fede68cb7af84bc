import type { Channel } from '@pitboard/contract/comparison/packed-column'
import { type AlignedLap, gridCount, gridDistance, type LapGrid, valueAt } from './aligned-lap.ts'
import type { Corner } from './find-corners.ts'

export interface CornerFigures {
  readonly entryKmh: number | null
  readonly minimumKmh: number | null
  readonly exitKmh: number | null
  /**
   * The driver began to brake for the corner at this distance from the line; it is null if they did not brake
   * or it is not known.
   */
  readonly brakingM: number | null
}

/** Less pressure comes from a foot that rests on the pedal. */
const BRAKING_MIN = 10

/** Returns how a lap drove a corner; a figure is null where the lap does not have the values for it. */
export function cornerFigures(
  lap: AlignedLap,
  corners: readonly Corner[],
  corner: Corner,
  grid: LapGrid,
): CornerFigures {
  const { startM, endM } = corner
  return {
    entryKmh: valueAt(grid, lap.speedKmh, startM),
    minimumKmh: lowest(lap.speedKmh, startM, endM, grid),
    exitKmh: valueAt(grid, lap.speedKmh, endM),
    brakingM: findBraking(lap.brakePercent, corners, corner, grid),
  }
}

function lowest(channel: Channel, startM: number, endM: number, grid: LapGrid): number | null {
  const known = channel.filter((value, index): value is number => {
    const distanceM = gridDistance(grid, index)
    const isWithin =
      startM <= endM
        ? distanceM >= startM && distanceM <= endM
        : distanceM >= startM || distanceM <= endM
    return isWithin && value !== null
  })
  return known.length === 0 ? null : Math.min(...known)
}

/**
 * Returns where the braking begins that slows the car most between the apex of the corner before and this one's. A lap
 * has nothing before its start line.
 */
function findBraking(
  brake: Channel,
  corners: readonly Corner[],
  { number, apexM }: Corner,
  grid: LapGrid,
): number | null {
  const before = corners.findLast((other) => other.number < number)
  const first = before ? Math.ceil(before.apexM / grid.stepM) : 0
  const last = Math.min(Math.floor(apexM / grid.stepM), gridCount(grid) - 1)
  let hardest = 0
  let brakingM: number | null = null
  let sum = 0
  let beginning = first
  for (let index = first; index <= last; index++) {
    const pressure = brake[index] ?? null
    if (pressure === null || pressure < BRAKING_MIN) {
      sum = 0
      continue
    }
    if (sum === 0) beginning = index
    sum += pressure
    if (sum > hardest) {
      hardest = sum
      brakingM = gridDistance(grid, beginning)
    }
  }
  return brakingM
}
