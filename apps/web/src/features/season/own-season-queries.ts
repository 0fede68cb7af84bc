import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import type { Season } from '@pitboard/contract/seasons/season'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { SEASONS_KEY } from './season-queries.ts'

export const SEASONS_PER_PAGE = 25

export function ownSeasons(page: number, pageSize = SEASONS_PER_PAGE) {
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'own', page, pageSize],
    queryFn: ({ signal }) => call(seasons.mine, { query: { page, pageSize }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The dashboard's first page shows these. */
export const newestOwnSeasons = ownSeasons(1, 3)
/** A user may have at most this many seasons. */
export const allOwnSeasons = ownSeasons(1, 100)

/** Drivers sign up and record without a change of the season. */
const WORK_REFETCH_MS = 60_000

/**
 * Reads the open work in all seasons of the user; the page that edits a season reads it again when the season has
 * changed.
 */
export function seasonWork(edited: Pick<Season, 'id' | 'version'> | null) {
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'work', edited?.id ?? null, edited?.version ?? null],
    queryFn: ({ signal }) => call(seasonManagement.work, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: WORK_REFETCH_MS,
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
        params: { seasonId: id },
        query: { page, pageSize: CHANGES_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

export function aliasBook(id: string, version: number) {
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'aliases', id, version],
    queryFn: ({ signal }) => call(seasonManagement.aliases, { params: { seasonId: id }, signal }),
    placeholderData: keepPreviousData,
  })
}
