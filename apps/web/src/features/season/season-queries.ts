import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import type { Season } from '@pitboard/contract/seasons/season'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keepNewest } from '../../api/newest-version.ts'

/** Key of all queries of seasons, to invalidate them after a change. */
export const SEASONS_KEY = ['seasons'] as const
export const SEASONS_PER_PAGE = 25

/** Without realtime updates. */
const LIVE_MS = 10_000
const QUIET_MS = 60_000

export function seasonDetail(id: string) {
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'one', id],
    queryFn: ({ signal }) => call(seasons.get, { params: { id }, signal }),
    structuralSharing: keepNewest,
    refetchInterval: ({ state }) => refreshMs(state.data),
  })
}

/** How often a page without realtime updates refetches: often while a session is driven. */
export function refreshMs(season: Season | undefined): number {
  return season?.isLive === true ? LIVE_MS : QUIET_MS
}

export function explanation(id: string, driver: string, version: number) {
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'explain', id, driver, version],
    queryFn: ({ signal }) => call(seasons.explain, { params: { id, driver }, signal }),
  })
}

export function publications(id: string, version: number) {
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'publications', id, version],
    queryFn: ({ signal }) => call(seasonManagement.publications, { params: { id }, signal }),
  })
}

/** In place of a version: the standings of now. */
export const NEWEST = 'newest'

export function published(id: string, version: number) {
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'published', id, version],
    queryFn: ({ signal }) =>
      call(seasonManagement.publication, { params: { id, version }, signal }),
    staleTime: Infinity,
  })
}

export function ownSeasons(page: number, pageSize = SEASONS_PER_PAGE) {
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'own', page, pageSize],
    queryFn: ({ signal }) => call(seasons.mine, { query: { page, pageSize }, signal }),
    placeholderData: keepPreviousData,
  })
}

export const deletedSeasons = queryOptions({
  queryKey: [...SEASONS_KEY, 'deleted'],
  queryFn: ({ signal }) => call(seasonManagement.deleted, { signal }),
})

export const CHANGES_PER_PAGE = 50

export function seasonHistory(id: string, page: number) {
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'history', id, page],
    queryFn: ({ signal }) =>
      call(seasonManagement.history, {
        params: { id },
        query: { page, pageSize: CHANGES_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

export function aliasBook(id: string, version: number) {
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'aliases', id, version],
    queryFn: ({ signal }) => call(seasonManagement.aliases, { params: { id }, signal }),
    placeholderData: keepPreviousData,
  })
}
