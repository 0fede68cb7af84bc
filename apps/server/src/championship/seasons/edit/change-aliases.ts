import type { Alias } from '@pitboard/contract/seasons/season'
import type { AliasChange } from '@pitboard/contract/seasons/season-management'
import { ApiError } from '../../../platform/http/api-error.ts'
import { readMultilineText } from '../../../platform/http/sanitize-text.ts'

const ALIASES_MAX = 500

/**
 * Returns the season's aliases after a merge or a split. A merge includes earlier merges of its names; a split makes
 * each of its names a driver again. Throws a 409 for a split of a name that is not merged.
 */
export function changeAliases(aliases: readonly Alias[], change: AliasChange): Alias[] {
  const changed =
    'merge' in change
      ? merge(
          aliases,
          readMultilineText('/merge/name', change.merge.name),
          trimmed(change.merge.aliases),
        )
      : split(aliases, trimmed(change.split))
  const count = changed.reduce((sum, alias) => sum + alias.aliases.length, 0)
  if (count > ALIASES_MAX) throw new ApiError(409, `A season has at most ${ALIASES_MAX} aliases.`)
  return changed.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function merge(aliases: readonly Alias[], name: string, others: readonly string[]): Alias[] {
  const wanted = new Set([name, ...others])
  const isTouched = (alias: Alias) => namesOf(alias).some((each) => wanted.has(each))
  const merged = new Set([...wanted, ...aliases.filter(isTouched).flatMap(namesOf)])
  merged.delete(name)
  const rest = aliases.filter((alias) => !isTouched(alias))
  return merged.size === 0
    ? rest
    : [...rest, { name, aliases: [...merged].toSorted((a, b) => (a < b ? -1 : 1)) }]
}

function split(aliases: readonly Alias[], names: readonly string[]): Alias[] {
  const known = new Set(aliases.flatMap(namesOf))
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new ApiError(409, `"${unknown}" is not merged with another name.`)
  return aliases.flatMap((alias) => {
    // Without the shown name, the other names are still one driver.
    const [name, ...others] = namesOf(alias).filter((each) => !names.includes(each))
    return name === undefined || others.length === 0 ? [] : [{ name, aliases: others }]
  })
}

function namesOf({ name, aliases }: Alias): string[] {
  return [name, ...aliases]
}

function trimmed(names: readonly string[]): string[] {
  return names.map((name) => name.trim())
}
