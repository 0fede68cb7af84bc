import type { SearchKind, SearchResults } from '@pitboard/contract/search'
import { useText } from '../../messages/use-text.ts'
import { TabLink } from '../../ui/link.tsx'
import { countWords, GROUP_NAMES, SEARCH_GROUPS } from './search-groups.ts'

interface GroupTabsProps {
  readonly searchString: string
  readonly results: SearchResults
  /** Null: all of them. */
  readonly group: SearchKind | null
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
