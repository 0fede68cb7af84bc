import type { SearchResults } from '@pitboard/contract/search'
import { useText } from '../../messages/use-text.ts'
import { TabLink } from '../../ui/link.tsx'
import { GROUP_NAMES, SEARCH_GROUPS, type SearchGroup } from './search-groups.ts'
import { FOUND_MAX } from './search-queries.ts'

interface GroupTabsProps {
  readonly searchString: string
  readonly results: SearchResults
  /** Null: all of them. */
  readonly group: SearchGroup | null
}

/** What kinds of things were found, and how many of each. */
export function GroupTabs({ searchString, results, group }: GroupTabsProps) {
  const text = useText()
  const kinds = SEARCH_GROUPS.filter((kind) => results[kind].length > 0)
  if (kinds.length < 2) return null
  const tabs = [null, ...kinds].map((kind) => ({
    kind,
    name: text(kind === null ? 'search.all' : GROUP_NAMES[kind]),
    count: kind === null ? null : countWords(results[kind].length),
  }))
  return (
    <nav aria-label={text('search.groups')} className="flex overflow-x-auto">
      {tabs.map(({ kind, name, count }) => (
        <TabLink
          key={kind}
          to="/search/$searchString"
          params={{ searchString }}
          search={{ in: kind ?? '' }}
          aria-current={kind === group ? 'page' : undefined}
        >
          {name}
          {count !== null && <span className="ml-2 text-muted">{count}</span>}
        </TabLink>
      ))}
    </nav>
  )
}

/** There may be more than the server tells at once. */
export function countWords(count: number): string {
  return count < FOUND_MAX ? String(count) : `${FOUND_MAX}+`
}
