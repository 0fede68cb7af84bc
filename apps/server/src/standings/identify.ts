import type { Alias } from '@pitboard/contract/season'
import type { CarResult, SessionInput } from './input.ts'

/** Who drove a car, for the whole season. */
export interface Identity {
  readonly key: string
  readonly name: string
  /** The name that he drove under this time. */
  readonly alias: string
  /** Nobody can say who it was until the organiser does. */
  readonly isHidden: boolean
}

export type Identify = (session: SessionInput, car: CarResult) => Identity

/**
 * The organiser's word for a car counts first, then the aliases, then the game's name. A hidden
 * name, and one that two cars of a session share, is a driver of its own in that session alone.
 */
export function createIdentify(aliases: readonly Alias[]): Identify {
  const nameOf = new Map(
    aliases.flatMap(({ name, aliases: others }) =>
      [name, ...others].map((alias) => [alias, name] as const),
    ),
  )
  const resolve = (name: string) => nameOf.get(name) ?? name
  return (session, car) => {
    const told = session.driverNames[car.driverIdx] ?? null
    const alias = told ?? car.name
    const isUnknown = told === null && (car.isHidden || isShared(session, car))
    if (isUnknown) {
      return { key: `${session.sessionId}:${car.driverIdx}`, name: alias, alias, isHidden: true }
    }
    const name = resolve(alias)
    return { key: name, name, alias, isHidden: false }
  }
}

function isShared({ cars, driverNames }: SessionInput, { driverIdx, name }: CarResult): boolean {
  return cars.some(
    (other) =>
      other.driverIdx !== driverIdx && (driverNames[other.driverIdx] ?? other.name) === name,
  )
}
