import type { Driver } from '@pitboard/contract/driver'
import { isNameHidden } from '../hidden-name.ts'

/** Two games that see one car cross the line may round its time differently. */
const SAME_LAP_MS = 5
/** A car at another index is the same car only if so many laps say it. */
const LAPS_THAT_PROVE = 2

export interface CarMatches {
  /** The other recording's row, by the own `driverIdx`. */
  readonly pairs: ReadonlyMap<number, Driver>
  /** Laps of these cars that both recordings have a time of. */
  readonly lapsCompared: number
  readonly lapsEqual: number
  /** Cars of which most laps are equal. */
  readonly carsEqual: number
}

interface Laps {
  readonly compared: number
  readonly equal: number
}

/**
 * Which car is which in two recordings. The index normally agrees within a lobby, but a driver who
 * has left and come back can have another one: laps decide, then who is in the car.
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

/** Of cars that no lap can tell apart. */
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
