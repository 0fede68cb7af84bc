import { memberships } from '@pitboard/contract/leagues/memberships'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { LEAGUES_KEY } from './league-queries.ts'

/** Fetches the leagues of others in which the user has a role. */
export function ownMemberships(userId: string) {
  return queryOptions({
    queryKey: [...LEAGUES_KEY, 'memberships', userId],
    queryFn: ({ signal }) => call(memberships.list, { signal }),
    staleTime: 60_000,
  })
}
