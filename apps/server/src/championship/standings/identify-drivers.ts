import type { Alias } from '@pitboard/contract/seasons/season'
import type { CarResult } from './session-result.ts'
import type { SessionInput } from './input.ts'

export interface DriverIdentity {
  readonly key: string
  readonly name: string
  /** The driver has this name in this session. */
  readonly alias: string
  /** The driver is unknown until the organiser names them. */
  readonly isHidden: boolean
}

/**
 * Identifies the drivers of a session: by the organiser's name for the car, else by aliases and the
 * game's name. A hidden name and a name of two cars are separate drivers in that session.
 */
export function createDriverIdentifier(
  { sessionId, cars, driverNames }: Pick<SessionInput, 'sessionId' | 'cars' | 'driverNames'>,
  resolveName: ResolveName,
): (car: CarResult) => DriverIdentity {
  const aliasOf = ({ driverIdx, name }: CarResult) => driverNames[driverIdx] ?? name.trim()
  const sharedAliases = new Set(
    Array.from(Map.groupBy(cars, aliasOf)).flatMap(([alias, of]) => (of.length > 1 ? alias : [])),
  )
  return (car) => {
    const alias = aliasOf(car)
    const isNamed = (driverNames[car.driverIdx] ?? null) !== null
    if (!isNamed && (car.isHidden || sharedAliases.has(alias))) {
      return { key: `${sessionId}:${car.driverIdx}`, name: alias, alias, isHidden: true }
    }
    const name = resolveName(alias)
    return { key: name, name, alias, isHidden: false }
  }
}

/** Returns the name in the standings for a name in a session. */
export type ResolveName = (name: string) => string

/**
 * Overlapping aliases are one driver, whatever their order. The standings show the name that is not an alias of another
 * entry.
 */
export function createResolveName(aliases: readonly Alias[]): ResolveName {
  const above = new Map<string, string>()
  const topOf = (name: string): string => {
    const next = above.get(name)
    return next === undefined ? name : topOf(next)
  }
  const links = aliases.flatMap(({ name, aliases: others }) =>
    others.filter((other) => other !== name).map((other) => [name, other] as const),
  )
  for (const [name, other] of links) {
    const [top, low] = [topOf(name), topOf(other)]
    if (top !== low) above.set(low, top)
  }
  const named = new Set(links.map(([, other]) => other))
  const heads = aliases.map(({ name }) => name).toSorted()
  const shown = new Map<string, string>()
  for (const name of [...heads.filter((head) => !named.has(head)), ...heads]) {
    const top = topOf(name)
    if (!shown.has(top)) shown.set(top, name)
  }
  return (name) => shown.get(topOf(name)) ?? name
}
