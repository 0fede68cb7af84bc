import { leagueMembers } from '@pitboard/contract/leagues/league-members'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { LEAGUES_KEY } from './league-queries.ts'

const FRESH_MS = 60_000

/** Leagues of others in which the user has a role. */
export function memberships(userId: string) {
  return queryOptions({
    queryKey: [...LEAGUES_KEY, 'memberships', userId],
    queryFn: ({ signal }) => call(leagueMembers.memberships, { signal }),
    staleTime: FRESH_MS,
  })
}

/** Open invitations of the signed-in user. */
export const ownInvitations = queryOptions({
  queryKey: [...LEAGUES_KEY, 'invitations'],
  queryFn: ({ signal }) => call(leagueMembers.ownInvitations, { signal }),
  refetchInterval: FRESH_MS,
})
