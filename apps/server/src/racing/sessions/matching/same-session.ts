import type { SessionDetail } from '@pitboard/contract/session'
import type { CarMatches } from './match-cars.ts'

/** How far apart two recordings may lie by the clocks of their machines. */
export const CLOCKS_APART_MS = 10 * 60_000
/** So much must be equal where the game's UIDs are not. */
const LAPS_THAT_PROVE = 2
const CARS_THAT_PROVE = 2

/**
 * Whether two recordings are of one session of the game: the same track and type, mostly the same
 * drivers, and most of their laps equal. An equal UID needs no more; it alone proves nothing, since
 * offline sessions can share one. Without it, both were driven online at the same time.
 */
export function isSameSession(
  own: SessionDetail,
  other: SessionDetail,
  cars: Pick<CarMatches, 'pairs' | 'lapsCompared' | 'lapsEqual' | 'carsEqual'>,
): boolean {
  const { pairs, lapsCompared, lapsEqual, carsEqual } = cars
  if (own.trackId !== other.trackId || own.sessionType !== other.sessionType) return false
  const fewest = Math.min(own.drivers.length, other.drivers.length)
  if (pairs.size === 0 || pairs.size * 2 < fewest) return false
  const online = own.isMultiplayer === true && other.isMultiplayer === true
  if (lapsCompared === 0) return online && own.sessionId === other.sessionId
  if (lapsEqual * 2 <= lapsCompared) return false
  if (own.sessionId === other.sessionId) return true
  const proven = lapsEqual >= LAPS_THAT_PROVE && carsEqual >= CARS_THAT_PROVE
  return online && proven && lapsEqual * 5 >= lapsCompared * 4 && overlap(own, other)
}

function overlap(a: SessionDetail, b: SessionDetail): boolean {
  return begin(a) <= end(b) + CLOCKS_APART_MS && begin(b) <= end(a) + CLOCKS_APART_MS
}

function begin({ sessionStartTime }: SessionDetail): number {
  return Date.parse(sessionStartTime)
}

function end({ sessionStartTime, sessionEndTime }: SessionDetail): number {
  return Date.parse(sessionEndTime ?? sessionStartTime)
}
