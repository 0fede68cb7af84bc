import { leagues } from '@pitboard/contract/leagues/league'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keepNewest } from '../../api/newest-version.ts'

export const LEAGUES_PER_PAGE = 24
/** The largest page that the API answers with. */
const PAGE_MAX = 100

/** Key of all queries of leagues, to invalidate them after a change. */
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

export function ownLeagues(userId: string, page: number) {
  return queryOptions({
    queryKey: [...LEAGUES_KEY, 'own', userId, page],
    queryFn: ({ signal }) =>
      call(leagues.pageOfUser, {
        params: { userId },
        query: { page, pageSize: LEAGUES_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** As many as a user may have. */
const OWN_MAX = 100

/** All that a season of the user can be in. */
export function leaguesToChoose(userId: string) {
  return queryOptions({
    queryKey: [...LEAGUES_KEY, 'own', userId, 'all'],
    queryFn: ({ signal }) =>
      call(leagues.pageOfUser, { params: { userId }, query: { pageSize: OWN_MAX }, signal }),
  })
}

export const deletedLeagues = queryOptions({
  queryKey: [...LEAGUES_KEY, 'deleted'],
  queryFn: ({ signal }) => call(leagues.deleted, { signal }),
})

export function leagueHistory(leagueId: string) {
  return queryOptions({
    queryKey: [...LEAGUES_KEY, 'history', leagueId],
    queryFn: ({ signal }) =>
      call(leagues.history, { params: { leagueId }, query: { pageSize: 50 }, signal }),
  })
}
