import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'

/** Returns the drivers in the order of the result; those without a place come last. */
export function resultOrder({ drivers }: Pick<SessionDetail, 'drivers'>): Driver[] {
  return drivers.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function rankOf(driver: Driver): number {
  return placeOf(driver) ?? Number.MAX_SAFE_INTEGER
}

/** Returns the place in the result; null for cars without one. */
export function placeOf({
  finishingPosition,
  position,
}: Pick<Driver, 'finishingPosition' | 'position'>): number | null {
  return finishingPosition ?? position
}

/** Returns the race time with the penalties that were added to it, in ms; null if unknown. */
export function finalTimeMs({
  totalRaceTime,
  totalPenaltiesSeconds,
}: Pick<Driver, 'totalRaceTime' | 'totalPenaltiesSeconds'>): number | null {
  return totalRaceTime === null ? null : totalRaceTime + totalPenaltiesSeconds * 1000
}
