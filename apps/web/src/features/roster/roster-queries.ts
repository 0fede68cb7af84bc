import { rosters } from '@pitboard/contract/roster/roster'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The roster is refetched when the season has changed. */
export function rosterOf(seasonId: string, version: number) {
  return queryOptions({
    queryKey: ['rosters', seasonId, version],
    queryFn: ({ signal }) => call(rosters.get, { params: { seasonId }, signal }),
  })
}

export function claimsOf(seasonId: string) {
  return queryOptions({
    queryKey: ['rosters', seasonId, 'claims'],
    queryFn: ({ signal }) => call(rosters.claims, { params: { seasonId }, signal }),
  })
}
