import { newsReactions, type ReactionChange } from '@pitboard/contract/leagues/news-reactions'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { withReaction } from './reactions.ts'

/** Without a subscription reactions of others are asked for. */
export const REACTIONS_REFETCH_MS = 60_000

/** All of it that is read of a league, by whomever. */
export function reactionsKey(leagueId: string): readonly string[] {
  return ['leagues', 'reactions', leagueId]
}

/** The answer depends on who asks. */
export function reactionsOf(leagueId: string, userId: string | null) {
  return queryOptions({
    queryKey: [...reactionsKey(leagueId), userId],
    queryFn: ({ signal }) => call(newsReactions.list, { params: { leagueId }, signal }),
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
