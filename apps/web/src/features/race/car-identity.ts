import type { Driver } from '@pitboard/contract/sessions/driver'
import { driverCodes } from '../../timing/driver-codes.ts'
import { useNamesakesOf } from '../../timing/namesakes.ts'
import { useCar, useLive } from './use-live.ts'

/** A car is called and painted like this, which hardly ever changes during a session. */
export interface CarIdentity extends Pick<
  Driver,
  'driverIdx' | 'name' | 'carNumber' | 'team' | 'teamColour'
> {
  readonly code: string
}

const identities = new WeakMap<readonly Driver[], readonly CarIdentity[]>()
let last: readonly CarIdentity[] = []

/** Returns the same object from tick to tick, so that a reader of it is not painted again. */
export function carIdentity(drivers: readonly Driver[], place: number): CarIdentity | undefined {
  return carIdentities(drivers)[place]
}

function carIdentities(drivers: readonly Driver[]): readonly CarIdentity[] {
  const known = identities.get(drivers)
  if (known) return known
  if (!areLast(drivers)) last = identify(drivers)
  identities.set(drivers, last)
  return last
}

/** Drivers of one name are distinguished while the live session, or a replay, is shown. */
export function useLiveNamesakes(): void {
  useNamesakesOf(useLive(({ drivers }) => carIdentities(drivers)))
}

/** Returns null while the car is not there. */
export function useCarIdentity(place: number): CarIdentity | null {
  return useCar(place, (_, { drivers }) => carIdentity(drivers, place) ?? null)
}

export function driverCode(drivers: readonly Driver[], place: number): string {
  return carIdentity(drivers, place)?.code ?? '–'
}

function identify(drivers: readonly Driver[]): CarIdentity[] {
  const codes = driverCodes(drivers)
  return drivers.map((driver, place) => {
    const { driverIdx, name, carNumber, team, teamColour } = driver
    const code = codes[place] ?? '–'
    const before = last[place]
    if (before && before.code === code && isSame(before, driver)) return before
    return { driverIdx, name, carNumber, team, teamColour, code }
  })
}

/** The code follows from the names and numbers of all cars. */
function areLast(drivers: readonly Driver[]): boolean {
  return (
    drivers.length === last.length &&
    drivers.every((driver, place) => {
      const before = last[place]
      return before !== undefined && isSame(before, driver)
    })
  )
}

function isSame(before: CarIdentity, driver: Driver): boolean {
  return (
    before.name === driver.name &&
    before.carNumber === driver.carNumber &&
    before.teamColour === driver.teamColour &&
    before.team === driver.team &&
    before.driverIdx === driver.driverIdx
  )
}
