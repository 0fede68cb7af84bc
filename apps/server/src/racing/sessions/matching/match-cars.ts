import type { Driver } from '@pitboard/contract/sessions/driver'
import { isNameHidden } from '../store/session-document.ts'
import type { SessionDetail } from '@pitboard/contract/sessions/session'

/** Two games that see one car cross the line may round its time differently. */
const SAME_LAP_MS = 5
/** This many equal laps prove a car at another index, or a session with another UID. */
const LAPS_THAT_PROVE = 2

export interface CarMatches {
  /** It has the other recording's row by the own `driverIdx`. */
  readonly pairs: ReadonlyMap<number, Driver>
  /** Counts laps of these cars that both recordings have a time of. */
  readonly lapsCompared: number
  readonly lapsEqual: number
  /** Counts cars of which most laps are equal. */
  readonly carsEqual: number
}

interface Laps {
  readonly compared: number
  readonly equal: number
}

/**
 * Matches the cars of two recordings. The index normally agrees within a lobby, but a driver who has left and come back
 * can have another one: laps decide first, then the driver in the car.
 */
export function matchCars(own: readonly Driver[], others: readonly Driver[]): CarMatches {
  const pairs = new Map<number, Driver>()
  const free = new Map(others.map((other) => [other.driverIdx, other]))
  for (const driver of own) {
    const other = free.get(driver.driverIdx)
    if (other && agree(compareLaps(driver, other))) take(driver, other)
  }
  for (const driver of own) {
    const moved = pairs.has(driver.driverIdx) ? null : findMoved(driver, [...free.values()])
    if (moved) take(driver, moved)
  }
  for (const driver of own) {
    const other = pairs.has(driver.driverIdx) ? undefined : free.get(driver.driverIdx)
    if (other && isSameDriver(driver, other)) take(driver, other)
  }

  function take(driver: Driver, other: Driver): void {
    pairs.set(driver.driverIdx, other)
    free.delete(other.driverIdx)
  }

  let lapsCompared = 0
  let lapsEqual = 0
  let carsEqual = 0
  for (const driver of own) {
    const other = pairs.get(driver.driverIdx)
    if (!other) continue
    const laps = compareLaps(driver, other)
    lapsCompared += laps.compared
    lapsEqual += laps.equal
    if (agree(laps)) carsEqual++
  }
  return { pairs, lapsCompared, lapsEqual, carsEqual }
}

/** Compares cars without comparable laps. */
function isSameDriver(driver: Driver, other: Driver): boolean {
  if (compareLaps(driver, other).compared > 0) return false
  if (isNameHidden(driver) || isNameHidden(other)) return driver.isHuman === other.isHuman
  // The game names its own drivers in the player's language.
  if (driver.isHuman || other.isHuman) return driver.name === other.name
  return driver.carNumber === other.carNumber && driver.teamId === other.teamId
}

function findMoved(driver: Driver, others: readonly Driver[]): Driver | null {
  let best: Driver | null = null
  let bestEqual = LAPS_THAT_PROVE - 1
  for (const other of others) {
    const laps = compareLaps(driver, other)
    if (!agree(laps) || laps.equal <= bestEqual) continue
    best = other
    bestEqual = laps.equal
  }
  return best
}

function compareLaps(driver: Driver, other: Driver): Laps {
  let compared = 0
  let equal = 0
  for (const [place, { lapTime }] of driver.lapTimes.entries()) {
    const otherTime = other.lapTimes[place]?.lapTime ?? null
    if (lapTime === null || otherTime === null) continue
    compared++
    if (isSameLapTime(lapTime, otherTime)) equal++
  }
  return { compared, equal }
}

export function isSameLapTime(a: number, b: number | null): boolean {
  return b !== null && Math.abs(a - b) <= SAME_LAP_MS
}

function agree({ compared, equal }: Laps): boolean {
  return equal * 2 > compared
}

/** Two recordings may lie this far apart by the clocks of their machines. */
export const CLOCKS_APART_MS = 10 * 60_000
/** This many cars must be equal where the game's UIDs are not. */
const CARS_THAT_PROVE = 2

/**
 * Returns whether two recordings are of one session of the game: the same track and type, mostly the same drivers, and
 * most of their laps equal. An equal UID needs no more; it alone proves nothing, since offline sessions can share one.
 * Without it, both were driven online at the same time.
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
