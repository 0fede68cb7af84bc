import type { Driver } from '../sessions/driver.ts'
import type { SessionDetail } from '../sessions/session.ts'

/** The drivers in the order of the result; those without a place come last. */
export function resultOrder({ drivers }: Pick<SessionDetail, 'drivers'>): Driver[] {
  const rank = (driver: Driver) => placeOf(driver) ?? Number.MAX_SAFE_INTEGER
  return drivers.toSorted((a, b) => rank(a) - rank(b))
}

export function placeOf({
  finishingPosition,
  position,
}: Pick<Driver, 'finishingPosition' | 'position'>): number | null {
  return finishingPosition ?? position
}

/** Race time with the penalties that were added to it. */
export function finalTimeMs({
  totalRaceTime,
  totalPenaltiesSeconds,
}: Pick<Driver, 'totalRaceTime' | 'totalPenaltiesSeconds'>): number | null {
  return totalRaceTime === null ? null : totalRaceTime + totalPenaltiesSeconds * 1000
}
