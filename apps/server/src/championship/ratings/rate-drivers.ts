import type { DriverRating } from '@pitboard/contract/leagues/league-ratings'
import type { DrivenCar, SessionWithCars } from '../drivers/driver-sessions.ts'
import { rateRace, type Strength, toPoints, UNKNOWN } from './plackett-luce.ts'

/** After this many races the rating of a driver says something. */
const SETTLED_RACES = 5

interface Rated {
  readonly name: string
  readonly userId: string | null
  readonly strength: Strength
  readonly races: number
  /** The driver had these points before their last race. */
  readonly before: number
}

/**
 * Rates the drivers of sessions by the races that they have driven together, in the order of time. The order in which the
 * sessions are given makes no difference.
 */
export function rateDrivers(sessions: readonly SessionWithCars[]): DriverRating[] {
  const races = sessions
    .filter(({ kind }) => kind === 'race')
    .toSorted(
      (a, b) =>
        Date.parse(a.drivenAt) - Date.parse(b.drivenAt) || (a.sessionId < b.sessionId ? -1 : 1),
    )
  const keyOf = createKeyOf(races)
  const drivers = new Map<string, Rated>()
  for (const { cars } of races) {
    const entries = listEntries(cars, keyOf, drivers)
    if (entries.length < 2) continue
    const strengths = rateRace(entries.map(({ rank, rated: { strength } }) => ({ rank, strength })))
    for (const [index, { key, rated }] of entries.entries()) {
      const strength = strengths[index] ?? rated.strength
      const before = toPoints(rated.strength)
      drivers.set(key, { ...rated, strength, before, races: rated.races + 1 })
    }
  }
  return Array.from(drivers.values(), toRating).toSorted(
    (a, b) => b.points - a.points || b.races - a.races || (a.name < b.name ? -1 : 1),
  )
}

/** A driver has one entry in a race, in a fixed order, so that sums are the same each time. */
function listEntries(
  cars: readonly DrivenCar[],
  keyOf: (car: DrivenCar) => string | null,
  drivers: ReadonlyMap<string, Rated>,
) {
  const entries = cars
    .flatMap((car) => {
      const key = keyOf(car)
      if (key === null || car.name === null) return []
      const known = drivers.get(key)
      const rated = {
        strength: known?.strength ?? UNKNOWN,
        races: known?.races ?? 0,
        before: known?.before ?? 0,
        name: car.name,
        userId: car.userId ?? known?.userId ?? null,
      }
      // Nobody who did not finish is ahead of another.
      return { key, rated, rank: car.position ?? Number.MAX_SAFE_INTEGER }
    })
    .toSorted((a, b) => a.rank - b.rank || (a.key < b.key ? -1 : 1))
  const known = new Set<string>()
  return entries.filter(({ key }) => {
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}

/** A user is one driver under every name that they drive under; drivers of the game and hidden ones are nobody. */
function createKeyOf(races: readonly SessionWithCars[]): (car: DrivenCar) => string | null {
  const users = new Map<string, string>()
  for (const { cars } of races) {
    for (const { name, userId } of cars)
      if (name !== null && userId !== null) users.set(name, userId)
  }
  return ({ name, userId, isHuman }) => {
    if (name === null || !isHuman) return null
    return userId ?? users.get(name) ?? `name ${name}`
  }
}

function toRating({ name, userId, strength, races, before }: Rated): DriverRating {
  const points = toPoints(strength)
  return { name, userId, points, change: points - before, races, isSettled: races >= SETTLED_RACES }
}
