import type { League } from '@pitboard/contract/leagues/league'
import { type LeagueRole, roleWithin } from '@pitboard/contract/leagues/league-roles'
import type { Season } from '@pitboard/contract/seasons/season'
import { useQuery } from '@tanstack/react-query'
import { whenKnown } from '../state/when-known.ts'
import { useAccount } from '../auth/account.ts'
import { ownMemberships } from '../features/leagues/membership-queries.ts'

/** Returns the roles of the signed-in user in a league; undefined while they are not known yet. */
export function useLeagueRoles(league: League): readonly LeagueRole[] | undefined {
  return useRoles(league.ownerId, [league.id], null)
}

/** Returns the same in a season, where roles of its leagues count. */
export function useSeasonRoles(season: Season): readonly LeagueRole[] | undefined {
  return useRoles(season.ownerId, season.leagueIds, season.id)
}

function useRoles(
  ownerId: string,
  leagueIds: readonly string[],
  seasonId: string | null,
): readonly LeagueRole[] | undefined {
  const userId = useAccount()?.userId ?? null
  const isMember = userId !== null && userId !== ownerId && leagueIds.length > 0
  const { data, error } = useQuery(whenKnown(isMember ? userId : null, ownMemberships))
  if (userId === ownerId) return ['owner']
  // Roles that are known stay when a later request fails.
  if (!isMember || (error && !data)) return []
  return data?.flatMap((membership) =>
    membership.ownerId === ownerId && leagueIds.includes(membership.leagueId)
      ? [roleWithin(membership, seasonId)]
      : [],
  )
}
