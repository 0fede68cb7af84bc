import type { SearchKind, SearchResults } from '@pitboard/contract/search'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LeagueRows, SeasonRows, TrackRows, UserRows } from '../../features/search/result-rows.tsx'
import { countWords, GROUP_NAMES } from '../../features/search/search-groups.ts'
import { FOUND_MAX, searchPage } from '../../features/search/search-queries.ts'
import { SessionList } from '../../features/session/session-list.tsx'
import { useText } from '../../messages/use-text.ts'
import { Pagination } from '../../ui/lists/pagination.tsx'
import { Section } from '../../ui/section.tsx'
import { PageError } from '../../ui/shell/page-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

interface FoundKindProps {
  readonly search: string
  readonly kind: SearchKind
  /** The best of every kind: the first page, while it is all there is or until it is here. */
  readonly results: SearchResults
  readonly page: number
  readonly onPage: (page: number) => void
}

/** Everything of one kind, by pages. */
export function FoundKind({ search, kind, results, page, onPage }: FoundKindProps) {
  const text = useText()
  const isAll = results[kind].length < FOUND_MAX
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...searchPage(search, kind, page),
    enabled: !isAll,
  })
  const count = data?.count ?? results[kind].length
  const shown = isAll || (page === 1 && !data) ? results : data
  return (
    <Section title={`${text(GROUP_NAMES[kind])} (${countWords(count)})`}>
      {error && !shown && <PageError error={error} retry={() => void refetch()} />}
      {!shown && !error && <Skeleton className="h-96" />}
      {shown && (
        <div aria-busy={isPlaceholderData} className="aria-busy:opacity-60">
          {rowsOf(kind, shown)}
        </div>
      )}
      {!isAll && (
        <div className="mt-4">
          <Pagination page={page} totalPages={Math.ceil(count / FOUND_MAX)} onPage={onPage} />
        </div>
      )}
    </Section>
  )
}

/** The first of a kind, or all. */
export function rowsOf(kind: SearchKind, results: SearchResults, most = Infinity): ReactNode {
  switch (kind) {
    case 'sessions':
      return <SessionList sessions={results.sessions.slice(0, most)} />
    case 'seasons':
      return <SeasonRows found={results.seasons.slice(0, most)} />
    case 'leagues':
      return <LeagueRows found={results.leagues.slice(0, most)} />
    case 'users':
      return <UserRows found={results.users.slice(0, most)} />
    case 'tracks':
      return <TrackRows found={results.tracks.slice(0, most)} />
  }
}
