import type { Alias } from '@pitboard/contract/season'
import type { AliasChange } from '@pitboard/contract/season-work'

/** What takes a merge or a split back; null where one change can't say it. */
export function undoOf(change: AliasChange, before: readonly Alias[]): AliasChange | null {
  if ('merge' in change) {
    const { name, aliases } = change.merge
    const wereMerged = before.some((alias) =>
      [alias.name, ...alias.aliases].some((each) => each === name || aliases.includes(each)),
    )
    return wereMerged ? null : { split: aliases }
  }
  const [name, ...others] = change.split
  const owner = before.find((alias) => alias.name === name || alias.aliases.includes(name ?? ''))
  if (!owner || name === undefined || others.length > 0) return null
  return { merge: { name: owner.name, aliases: owner.aliases } }
}
