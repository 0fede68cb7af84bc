import { leagues } from '@pitboard/contract/leagues/league'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { LEAGUES_KEY, LEAGUES_PER_PAGE } from './league-queries.ts'

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

/** A user may have at most this many leagues. */
const OWN_MAX = 100

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
