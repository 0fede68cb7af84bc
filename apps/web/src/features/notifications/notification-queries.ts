import { notifications } from '@pitboard/contract/notifications/notifications'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ACCOUNT } from '../../auth/service/account-user.ts'

export const notificationSettings = queryOptions({
  queryKey: [...ACCOUNT.queryKey, 'notifications'],
  queryFn: ({ signal }) => call(notifications.settings, { signal }),
})

export const followedItems = queryOptions({
  queryKey: ['follows', 'list'],
  queryFn: ({ signal }) => call(notifications.follows, { signal }),
})

export interface FollowTarget {
  readonly kind: 'league' | 'season'
  readonly id: string
}

export function followState({ kind, id }: FollowTarget) {
  return queryOptions({
    queryKey: ['follows', kind, id],
    queryFn: ({ signal }) =>
      kind === 'league'
        ? call(notifications.leagueFollow, { params: { leagueId: id }, signal })
        : call(notifications.seasonFollow, { params: { seasonId: id }, signal }),
  })
}

export async function changeFollow({ kind, id }: FollowTarget, isFollowing: boolean) {
  const body = { isFollowing }
  return kind === 'league'
    ? call(notifications.followLeague, { params: { leagueId: id }, body })
    : call(notifications.followSeason, { params: { seasonId: id }, body })
}
