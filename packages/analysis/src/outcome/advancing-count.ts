import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { SessionType } from '@pitboard/contract/wire/enumerations'

/** This many drivers reach the last part, which decides pole. */
const LAST_PART = 10

/** Returns how many drivers of a part of qualifying reach the next one; null where nobody is eliminated. */
export function advancingCount({
  sessionType,
  drivers,
}: Pick<SessionDetail, 'sessionType' | 'drivers'>): number | null {
  if (drivers.length <= LAST_PART) return null
  switch (sessionType) {
    case SessionType.Q1:
    case SessionType.SprintShootout1:
      // Each of the first two parts eliminates half of the drivers who cannot reach the last one.
      return drivers.length - Math.ceil((drivers.length - LAST_PART) / 2)
    case SessionType.Q2:
    case SessionType.SprintShootout2:
      return LAST_PART
    default:
      return null
  }
}
