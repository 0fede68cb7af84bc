import type { SessionSummary } from '@pitboard/contract/session'
import type { Season } from '@pitboard/contract/season'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../auth/session.ts'
import { filterRecordings, type RecordingFilter, recordings } from './recordings.ts'

/** What can be linked: recordings that no event of the season has yet. */
export function useRecordings(season: Season, trackId: number | null) {
  const session = useSession()
  const ownId = session?.userId ?? ''
  const [filter, setFilter] = useState<RecordingFilter>({
    userId: ownId,
    trackId,
    sessionType: null,
  })
  const { data, error, refetch } = useQuery(recordings(1))
  const linked = new Set(
    season.events.flatMap(({ sessions }) => sessions.map(({ session: { id } }) => id)),
  )
  const free = data?.sessions.filter(({ id }) => !linked.has(id))
  return {
    ownId,
    filter,
    setFilter,
    error,
    refetch,
    isLoading: !data && !error,
    all: free ?? NONE,
    shown: filterRecordings(free ?? NONE, filter),
  }
}

const NONE: readonly SessionSummary[] = []
