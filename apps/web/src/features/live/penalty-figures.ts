import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { PenaltyType } from '@pitboard/contract/wire/enumerations'
import { gapToLeader, isOut, lapsBetween } from '../race/standing.ts'

/**
 * Returns the seconds of time penalties that were served at a stop: they were issued and will not be added to the
 * result any more.
 */
export function servedSeconds({ penalties, totalPenaltiesSeconds }: Driver): number {
  const issued = penalties
    .filter(({ penaltyType }) => penaltyType === PenaltyType.TimePenalty)
    .reduce((sum, { penaltyTime }) => sum + (penaltyTime ?? 0), 0)
  return Math.max(0, issued - totalPenaltiesSeconds)
}

/** Returns the position if the race ended now and open time penalties were added; null if unknown. */
export function netPosition(driver: Driver, session: LiveSession): number | null {
  if (isOut(driver) || driver.position === null) return null
  const ahead = session.drivers.filter(
    (other) => other !== driver && isAheadNet(other, driver, session),
  )
  return ahead.length + 1
}

function isAheadNet(other: Driver, driver: Driver, { trackLength }: LiveSession): boolean {
  if (isOut(other) || other.position === null || driver.position === null) return false
  // A result counts laps before times: no added seconds bring a car behind one that it has lapped.
  if (lapsBetween(driver, other, trackLength) > 0) return true
  if (lapsBetween(other, driver, trackLength) > 0) return false
  const otherMs = netGapMs(other)
  const ownMs = netGapMs(driver)
  if (otherMs === null || ownMs === null || otherMs === ownMs) {
    return other.position < driver.position
  }
  return otherMs < ownMs
}

function netGapMs(driver: Driver): number | null {
  const gapMs = gapToLeader(driver)
  return gapMs === null ? null : gapMs + driver.totalPenaltiesSeconds * 1000
}
