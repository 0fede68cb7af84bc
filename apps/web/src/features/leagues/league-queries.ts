import { leagues } from '@pitboard/contract/leagues/league'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keepNewest } from '../../api/newest-version.ts'

export const LEAGUES_PER_PAGE = 24
/** The API answers with no larger page. */
const PAGE_MAX = 100

/** All queries of leagues begin with this key, to invalidate them after a change. */
export const LEAGUES_KEY = ['leagues'] as const

export function leagueList({ page, search }: { readonly page: number; readonly search: string }) {
  return queryOptions({
    queryKey: [...LEAGUES_KEY, 'list', page, search],
    queryFn: ({ signal }) =>
      call(leagues.list, {
        query: {
          page,
          pageSize: LEAGUES_PER_PAGE,
          ...(search === '' ? {} : { search }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

export function leagueDetail(leagueId: string) {
  return queryOptions({
    queryKey: [...LEAGUES_KEY, 'one', leagueId],
    queryFn: ({ signal }) => call(leagues.get, { params: { leagueId }, signal }),
    structuralSharing: keepNewest,
  })
}

export function leagueSeasons(leagueId: string) {
  return queryOptions({
    queryKey: [...LEAGUES_KEY, 'seasons', leagueId],
    queryFn: async ({ signal }) => {
      const readPage = (page: number) =>
        call(seasons.ofLeague, {
          params: { leagueId },
          query: { page, pageSize: PAGE_MAX },
          signal,
        })
      const first = await readPage(1)
      // A league has at most 200 seasons.
      return first.length < PAGE_MAX ? first : [...first, ...(await readPage(2))]
    },
  })
}
