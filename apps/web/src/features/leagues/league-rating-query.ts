import { leagueRatings } from '@pitboard/contract/leagues/league-ratings'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export function ratingsOf(leagueId: string) {
  return queryOptions({
    queryKey: ['leagues', 'ratings', leagueId],
    queryFn: ({ signal }) => call(leagueRatings.get, { params: { leagueId }, signal }),
  })
}
