import type { CarResult, SessionInput } from './input.ts'
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
 * The organiser's word for a car counts first, then the aliases, then the game's name. A hidden
 * name, and one that two cars of a session share, is a driver of its own in that session alone.
 */
export function identify(
  session: SessionInput,
  car: CarResult,
  resolveName: ResolveName,
): Identity {
  const told = session.driverNames[car.driverIdx] ?? null
  const alias = told ?? car.name.trim()
  if (told === null && (car.isHidden || isShared(session, car))) {
    return { key: `${session.sessionId}:${car.driverIdx}`, name: alias, alias, isHidden: true }
  }
  const name = resolveName(alias)
  return { key: name, name, alias, isHidden: false }
}

function isShared({ cars, driverNames }: SessionInput, { driverIdx, name }: CarResult): boolean {
  const own = name.trim()
  const nameOf = (other: CarResult) => driverNames[other.driverIdx] ?? other.name.trim()
  return cars.some((other) => other.driverIdx !== driverIdx && nameOf(other) === own)
}
