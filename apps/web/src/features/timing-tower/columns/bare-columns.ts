import type { LiveSession } from '@pitboard/contract/live/live'
import { abnormalResult } from '../../../timing/names.ts'
import { servedSeconds } from '../../live/penalty-figures.ts'
import { statusOf } from '../../race/standing.ts'

// Once something stands in one of these columns it stays: a column that comes and goes would move all others.

export function hasNoStops({ drivers }: LiveSession): boolean {
  return drivers.every(({ pitStops }) => pitStops.length === 0)
}

export function hasNoPenalties({ drivers }: LiveSession): boolean {
  return drivers.every(
    (driver) =>
      driver.totalPenaltiesSeconds === 0 &&
      driver.unservedDriveThroughs === 0 &&
      driver.unservedStopGos === 0 &&
      servedSeconds(driver) === 0,
  )
}

/** Cars that have stopped have been in the pits, and will be again. */
export function hasNoStatus(session: LiveSession): boolean {
  return session.drivers.every(
    (driver) =>
      driver.pitStops.length === 0 &&
      statusOf(driver, session) === null &&
      abnormalResult(driver.resultStatus) === null,
  )
}
