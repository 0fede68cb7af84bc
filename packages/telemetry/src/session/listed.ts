import { ResultStatus } from '@pitboard/contract/enumerations'
import type { CarState, TrackedSession } from './state.ts'

/** R15: whether a car is listed: someone drives it, and it took part. */
export function isListed(session: TrackedSession, car: CarState): boolean {
  return car.participant !== null && car.tookPart && !isFiller(session, car)
}

/**
 * R15: slots beyond the most cars the lists ever counted may hold fillers of the grid: AI that
 * is still active on its first lap when others have completed theirs.
 */
function isFiller(session: TrackedSession, car: CarState): boolean {
  if (car.idx < session.mostActiveCars || car.isHuman || car.result !== null) return false
  if (car.laps.length > 0 || car.lap?.resultStatus !== ResultStatus.Active) return false
  if (car.lap.currentLapNum > 1) return false
  return session.cars.some((other) => other.laps.length > 0)
}
