import { useEffect } from 'react'
import { createStore } from '../state/store.ts'

/** Cars whose drivers have one name, by the index of each of them, in the order of the session's cars. */
export type NamesakesByCar = ReadonlyMap<number, readonly number[]>

interface Car {
  readonly driverIdx: number
  readonly name: string
}

const NONE: NamesakesByCar = new Map()

/** The shown session has these. */
export const namesakes = createStore<NamesakesByCar>(NONE)

export function findNamesakes(cars: readonly Car[]): NamesakesByCar {
  const named = Map.groupBy(
    cars.filter(({ name }) => name !== ''),
    ({ name }) => name,
  )
  const shared = [...named.values()].filter(({ length }) => length > 1)
  if (shared.length === 0) return NONE
  return new Map(
    shared.flatMap((group) => {
      const indexes = group.map(({ driverIdx }) => driverIdx)
      return indexes.map((driverIdx) => [driverIdx, indexes] as const)
    }),
  )
}

/** Drivers of these cars are distinguished while their session is shown; `cars` stays the same list while their names do. */
export function useNamesakesOf(cars: readonly Car[] | null): void {
  useEffect(() => {
    if (cars) namesakes.set(findNamesakes(cars))
    return () => namesakes.set(NONE)
  }, [cars])
}
