import type { LiveSession } from '@pitboard/contract/live/live'
import { advancingCount } from '@pitboard/analysis/outcome/advancing-count'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { carAt } from '../race/standing.ts'

/** Returns the best lap against that on the other side of the cut line: negative for a driver who advances. */
export function cutDeltaMs(driver: Driver, session: LiveSession): number | null {
  const advancing = advancingCount(session)
  if (advancing === null || driver.position === null || driver.bestLapTimeMs === null) return null
  const rival = carAt(session, driver.position > advancing ? advancing : advancing + 1)
  if (!rival || rival.bestLapTimeMs === null) return null
  return driver.bestLapTimeMs - rival.bestLapTimeMs
}
