import { itemAt } from '@pitboard/contract/wire/item-at'
import type { FollowedItem } from '@pitboard/contract/notifications/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { useText } from '../../messages/use-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { ProblemText } from '../../ui/states/problem-text.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { changeFollow, followedItems } from './notification-queries.ts'
import { QueryContent } from '../../ui/shell/query-content.tsx'

/** Lists leagues and seasons that the user follows. */
export function FollowList() {
  const t = useText()
  const queries = useQueryClient()
  const query = useQuery(followedItems)
  const unfollow = useMutation({
    mutationFn: (item: FollowedItem) =>
      changeFollow({ kind: item.leagueId === null ? 'season' : 'league', id: idOf(item) }, false),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['follows'] }),
  })
  return (
    <div className="flex flex-col gap-2">
      <h3>{t('notifications.follows')}</h3>
      <ProblemText>{unfollow.error && authErrorMessage(unfollow.error, t)}</ProblemText>
      <QueryContent
        query={query}
        placeholder={<Skeleton className="h-16" />}
        renderError={(error, retry) => (
          <ErrorState
            title={t('notifications.failed')}
            error={new Error(authErrorMessage(error, t))}
            retry={retry}
          />
        )}
      >
        {(data) =>
          data.length === 0 ? (
            <p className="text-muted">
              {t('notifications.followsNothing')} {t('notifications.followsWhere')}
            </p>
          ) : (
            <ItemList
              label={t('notifications.follows')}
              items={data.map((item) => ({
                id: idOf(item),
                title: (
                  <>
                    <ItemLink item={item} />
                    {item.isAutomatic && <Badge>{t('notifications.automatic')}</Badge>}
                  </>
                ),
                detail: null,
                action: (
                  <Button
                    size="small"
                    aria-label={t('notifications.unfollowOf', { name: item.name })}
                    loading={unfollow.isPending && unfollow.variables === item}
                    onClick={() => unfollow.mutate(item)}
                  >
                    {t('notifications.unfollow')}
                  </Button>
                ),
              }))}
            />
          )
        }
      </QueryContent>
    </div>
  )
}

function ItemLink({ item: { leagueId, seasonId, name } }: { readonly item: FollowedItem }) {
  if (leagueId !== null) {
    return (
      <TextLink to="/leagues/$leagueId" params={{ leagueId }}>
        {name}
      </TextLink>
    )
  }
  if (seasonId === null) return name
  return (
    <TextLink to="/seasons/$seasonId" params={{ seasonId }}>
      {name}
    </TextLink>
  )
}

function idOf({ leagueId, seasonId }: FollowedItem): string {
  return itemAt(
    [leagueId, seasonId].filter((id) => id !== null),
    0,
  )
}
