import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { changeFollow, type FollowTarget, followState } from './notification-queries.ts'

/** Signed-in users see the button on the page of a league or season. */
export function FollowButton(target: FollowTarget) {
  const t = useText()
  const queries = useQueryClient()
  const state = followState(target)
  const { data } = useQuery(state)
  const change = useMutation({
    mutationFn: (isFollowing: boolean) => changeFollow(target, isFollowing),
    async onSuccess(answer) {
      queries.setQueryData(state.queryKey, answer)
      await queries.invalidateQueries({ queryKey: ['follows', 'list'] })
      if (answer.isFollowing) void showToast({ title: t('notifications.followHint') })
    },
    onError: () => void showToast({ title: t('notifications.followFailed'), tone: 'bad' }),
  })
  if (!data) return null
  return (
    <Button
      aria-pressed={data.isFollowing}
      loading={change.isPending}
      onClick={() => change.mutate(!data.isFollowing)}
    >
      {t(data.isFollowing ? 'notifications.following' : 'notifications.follow')}
    </Button>
  )
}
