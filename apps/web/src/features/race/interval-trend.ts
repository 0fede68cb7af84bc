import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { carAt, isInBattle } from './standing.ts'

/**
 * Returns how the interval to the car ahead changed over the last lap that both completed: negative where it shrank.
 * It is null where a stop or an unknown lap decides.
 */
export function intervalTrendMs(driver: Driver, ahead: Driver): number | null {
  const laps = Math.min(driver.lapTimes.length, ahead.lapTimes.length)
  if (laps < 2 || Math.abs(driver.lapTimes.length - ahead.lapTimes.length) > 1) return null
  if (stoppedAround(driver, laps) || stoppedAround(ahead, laps)) return null
  const own = driver.lapTimes[laps - 1]?.lapTime ?? null
  const other = ahead.lapTimes[laps - 1]?.lapTime ?? null
  return own === null || other === null ? null : own - other
}

/** Lap times that differ by less say nothing. */
export const STEADY_MS = 50

/**
 * Returns whether a car in a battle is worth a mark: it comes closer, or it is the first of a train that the car ahead
 * holds up. In a train every car is within a second, and a mark on each of them marks none.
 */
export function isAttacking(driver: Driver, session: LiveSession): boolean {
  if (driver.position === null || !isInBattle(driver, session)) return false
  const ahead = carAt(session, driver.position - 1)
  if (ahead === null || !isInBattle(ahead, session)) return true
  const trendMs = intervalTrendMs(driver, ahead)
  return trendMs !== null && trendMs <= -STEADY_MS
}

/** A stop costs time in the lap that ends in the pit lane and in the one after it. */
function stoppedAround({ pitStops }: Driver, lapNumber: number): boolean {
  return pitStops.some(({ lapNum }) => lapNum === lapNumber || lapNum === lapNumber - 1)
}
