import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { carAt } from './standing.ts'

/** So many drive for pole in the last part. */
const LAST_PART = 10

/** How many of a part of qualifying reach the next one; null where nobody is eliminated. */
export function advancingCount({
  sessionType,
  drivers,
}: Pick<LiveSession, 'sessionType' | 'drivers'>): number | null {
  if (drivers.length <= LAST_PART) return null
  switch (sessionType) {
    case SessionType.Q1:
    case SessionType.SprintShootout1:
      // Each of the first two parts eliminates half of those too many.
      return drivers.length - Math.ceil((drivers.length - LAST_PART) / 2)
    case SessionType.Q2:
    case SessionType.SprintShootout2:
      return LAST_PART
    default:
      return null
  }
}

/** Best lap against that on the other side of the cut line: negative for a driver who advances. */
export function cutDeltaMs(driver: Driver, session: LiveSession): number | null {
  const advancing = advancingCount(session)
  if (advancing === null || driver.position === null || driver.bestLapTimeMs === null) return null
  const rival = carAt(session, driver.position > advancing ? advancing : advancing + 1)
  if (!rival || rival.bestLapTimeMs === null) return null
  return driver.bestLapTimeMs - rival.bestLapTimeMs
}
