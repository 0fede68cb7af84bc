import type { Alias } from '@pitboard/contract/season'
import type { CarResult } from '../../platform/db/season-tables.ts'
import type { SessionInput } from './input.ts'

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
    const isNamed = (driverNames[car.driverIdx] ?? null) !== null
    const isShared = (byAlias.get(alias)?.length ?? 0) > 1
    if (!isNamed && (car.isHidden || isShared)) {
      return { key: `${sessionId}:${car.driverIdx}`, name: alias, alias, isHidden: true }
    }
    const name = resolveName(alias)
    return { key: name, name, alias, isHidden: false }
  }
}

/** The name that the standings show for one that somebody drove under. */
export type ResolveName = (name: string) => string

/**
 * Names that entries connect are one driver, over however many entries: which of them was made
 * first says nothing. Shown is the first name of an entry that no other entry has as an alias.
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
