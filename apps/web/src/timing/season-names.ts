import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import { useCallback, useEffect } from 'react'
import { createStore, useStore } from '../state/store.ts'
import type { NamedDriver } from './chosen-drivers.ts'
import { namesakes } from './namesakes.ts'

type NamesByCar = ReadonlyMap<number, readonly string[]>

const NOBODY: NamesByCar = new Map()

/** The season of the shown session knows its drivers under these names, by car index. */
export const seasonNames = createStore<NamesByCar>(NOBODY)

/** Drivers of this season are known under all their names while its session is shown. */
export function useNamesOf(season: Pick<SessionSeason, 'results'> | undefined): void {
  const results = season?.results
  useEffect(() => {
    if (results) seasonNames.set(new Map(results.map(({ driverIdx, names }) => [driverIdx, names])))
    return () => seasonNames.set(NOBODY)
  }, [results])
}

interface Car {
  readonly driverIdx: number
  readonly name: string
}

/** Returns the driver of a car in the shown session, with the names that its season knows. */
export function namedDriver(
  { driverIdx, name }: Car,
  names: NamesByCar = seasonNames.get(),
  sharing = namesakes.get(),
): NamedDriver {
  return { name, aliases: names.get(driverIdx), driverIdx, namesakes: sharing.get(driverIdx) }
}

/** Returns a function that does the same, and another one when what is known of the session changes. */
export function useNamedDrivers(): (car: Car) => NamedDriver {
  const names = useStore(seasonNames)
  const sharing = useStore(namesakes)
  return useCallback((car) => namedDriver(car, names, sharing), [names, sharing])
}
