import type { Driver } from '@pitboard/contract/sessions/driver'
import type { EventSession, Season } from '@pitboard/contract/seasons/season'

const SUGGESTED_MAX = 2

type Car = Pick<Driver, 'driverIdx' | 'name' | 'carNumber' | 'team'>
type KnownCar = Pick<Car, 'name' | 'carNumber' | 'team'>

/** Returns the session of the season that was driven before this one, else the one after it; null for none. */
export function previousSessionId(
  { events }: Pick<Season, 'events'>,
  sessionId: string,
): string | null {
  const inOrder = events
    .flatMap(({ sessions }) => sessions.map(({ session }) => session))
    .toSorted((a, b) => a.sessionStartTime.localeCompare(b.sessionStartTime))
  const at = inOrder.findIndex(({ id }) => id === sessionId)
  return (inOrder[at - 1] ?? inOrder[at + 1])?.id ?? null
}

/**
 * Lists the drivers of the session with their cars, by the names in the standings; drivers whose names the game hid are
 * left out.
 */
export function knownCars(
  drivers: readonly Car[],
  { session }: EventSession,
  { standings }: Pick<Season, 'standings'>,
): KnownCar[] {
  return drivers.flatMap(({ driverIdx, carNumber, team }) => {
    const driver = standings.drivers.find(
      ({ isHidden, results }) =>
        !isHidden &&
        results.some((one) => one.sessionId === session.id && one.driverIdx === driverIdx),
    )
    return driver ? [{ name: driver.name, carNumber, team }] : []
  })
}

/** The number weighs more than the team; drivers with a car in this session are left out. */
export function suggestNames(
  { carNumber, team }: Car,
  known: readonly KnownCar[],
  field: readonly Car[],
): string[] {
  const present = new Set(field.map(({ name }) => name))
  const score = (car: KnownCar) =>
    (carNumber !== null && car.carNumber === carNumber ? 2 : 0) +
    (team !== '' && car.team === team ? 1 : 0)
  return known
    .filter((car) => score(car) > 0 && !present.has(car.name))
    .toSorted((a, b) => score(b) - score(a))
    .slice(0, SUGGESTED_MAX)
    .map(({ name }) => name)
}

/** Returns the cars of a session without a known driver: hidden by the game and not named yet. */
export function hiddenCars(
  { standings }: Pick<Season, 'standings'>,
  sessionId: string,
): ReadonlySet<number> {
  const results = standings.drivers.flatMap((driver) => (driver.isHidden ? driver.results : []))
  return new Set(
    results.flatMap((result) => (result.sessionId === sessionId ? [result.driverIdx] : [])),
  )
}
