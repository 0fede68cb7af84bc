import type { Driver } from '@pitboard/contract/sessions/driver'

/**
 * Returns the number of completed laps. An unknown number counts as 0, so that nothing is derived from such
 * laps.
 */
export function completedLapsOf({ numberOfLaps }: Pick<Driver, 'numberOfLaps'>): number {
  return numberOfLaps ?? 0
}
