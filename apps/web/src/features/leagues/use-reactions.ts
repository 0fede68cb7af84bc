import { newsReactions, type ReactionChange } from '@pitboard/contract/leagues/news-reactions'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { withReaction } from './reactions.ts'

/** Others react without a change of the league. */
const REFETCH_MS = 60_000

/** The answer depends on who asks. */
export function reactionsOf(leagueId: string, userId: string | null) {
  return queryOptions({
    queryKey: ['leagues', 'reactions', leagueId, userId],
    queryFn: ({ signal }) => call(newsReactions.list, { params: { leagueId }, signal }),
    refetchInterval: REFETCH_MS,
  })
}

/** Sends reactions; each is shown before the server has it, and taken back if it is refused. */
export function useReact(
  leagueId: string,
  userId: string | null,
): (change: ReactionChange) => void {
  const t = useText()
  const queries = useQueryClient()
  const { queryKey } = reactionsOf(leagueId, userId)
  const { mutate } = useMutation({
    scope: { id: `reactions ${leagueId}` },
    mutationFn: (body: ReactionChange) => call(newsReactions.set, { params: { leagueId }, body }),
    async onMutate(change) {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, (reactions) => reactions && withReaction(reactions, change))
    },
    onError: (error) => void showToast({ title: refusalText(error, t), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  return mutate
}
