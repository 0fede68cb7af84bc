import type { SessionInput } from './input.ts'
import type { CarResult } from '../../platform/db/season-tables.ts'
import type { ResolveName } from './resolve-name.ts'

/** Who drove a car, for the whole season. */
export interface Identity {
  readonly key: string
  readonly name: string
  /** The name that he drove under this time. */
  readonly alias: string
  /** Nobody can say who it was until the organiser does. */
  readonly isHidden: boolean
}

/**
 * Says who drove the cars of a session. The organiser's word for a car counts first, then the
 * aliases, then the game's name. A hidden name, and one that two cars of a session share, is a driver
 * of its own in that session alone.
 */
export function createIdentify(
  { sessionId, cars, driverNames }: SessionInput,
  resolveName: ResolveName,
): (car: CarResult) => Identity {
  const aliasOf = ({ driverIdx, name }: CarResult) => driverNames[driverIdx] ?? name.trim()
  const byAlias = Map.groupBy(cars, aliasOf)
  return (car) => {
    const alias = aliasOf(car)
    const isTold = (driverNames[car.driverIdx] ?? null) !== null
    const isShared = (byAlias.get(alias)?.length ?? 0) > 1
    if (!isTold && (car.isHidden || isShared)) {
      return { key: `${sessionId}:${car.driverIdx}`, name: alias, alias, isHidden: true }
    }
    const name = resolveName(alias)
    return { key: name, name, alias, isHidden: false }
  }
}
