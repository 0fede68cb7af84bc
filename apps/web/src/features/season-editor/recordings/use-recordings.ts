import type { Season } from '@pitboard/contract/season'
import type { SessionSummary } from '@pitboard/contract/session'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type RecordingFilter, recordings } from './recordings.ts'
import { weekendsOf } from './weekends.ts'

const ANY = { isOwn: true, sessionType: null, from: '', to: '', name: '' } as const

/** What can be linked, by weekends: recordings that no event of the season has yet. */
export function useRecordings(season: Season, trackId: number | null) {
  const [filter, setFilter] = useState<RecordingFilter>({ ...ANY, trackId })
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    recordings(filter, season.ownerId),
  )
  const linked = new Set(
    season.events.flatMap(({ sessions }) => sessions.map(({ session: { id } }) => id)),
  )
  // What is recorded meanwhile moves the pages on: a session may come twice.
  const found = new Map<string, SessionSummary>()
  for (const session of data?.pages.flat() ?? []) {
    if (!linked.has(session.id)) found.set(session.id, session)
  }
  const weekends = weekendsOf([...found.values()])
  return {
    filter,
    setFilter,
    error,
    refetch: () => void refetch(),
    isLoading: !data && !error,
    // The rest of the oldest weekend is on the next page.
    weekends: hasNextPage && weekends.length > 1 ? weekends.slice(0, -1) : weekends,
    more: hasNextPage ? () => void fetchNextPage() : null,
    isLoadingMore: isFetchingNextPage,
  }
}
