import { TRACE_GRID_M } from '@pitboard/contract/traces/lap-traces'

/** Returns how many points a lap of this length has: every grid step from the line, and the line at its end. */
export function countPoints(lengthM: number): number {
  return Math.ceil(lengthM / TRACE_GRID_M) + 1
}

/** Returns the distance of a point from the line in metres. */
export function distanceAt(point: number, lengthM: number): number {
  return Math.min(point * TRACE_GRID_M, lengthM)
}
