import type { SessionSummary } from '@pitboard/contract/session'
import type { Season } from '@pitboard/contract/season'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type RecordingFilter, recordings } from './recordings.ts'

const NONE: readonly SessionSummary[] = []

/** What can be linked: recordings that no event of the season has yet. */
export function useRecordings(season: Season, trackId: number | null) {
  const [filter, setFilter] = useState<RecordingFilter>({ isOwn: true, trackId, sessionType: null })
  const { data, error, refetch } = useQuery(recordings(filter))
  const linked = new Set(
    season.events.flatMap(({ sessions }) => sessions.map(({ session: { id } }) => id)),
  )
  return {
    filter,
    setFilter,
    error,
    refetch,
    isLoading: !data && !error,
    shown: data?.filter(({ id }) => !linked.has(id)) ?? NONE,
  }
}
