import type { Alias } from '@pitboard/contract/season'

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
