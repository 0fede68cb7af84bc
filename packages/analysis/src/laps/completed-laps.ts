import type { Driver } from '@pitboard/contract/sessions/driver'

/** Number of completed laps. An unknown number counts as none, so that nothing follows from its laps. */
export function completedLapsOf({ numberOfLaps }: Pick<Driver, 'numberOfLaps'>): number {
  return numberOfLaps ?? 0
}
