import { driverVotes } from '@pitboard/contract/seasons/driver-vote'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { driverVotesOf, withChoice } from './driver-vote-queries.ts'

interface Voter {
  readonly seasonId: string
  readonly sessionId: string
  readonly userId: string | null
}

/** Votes for a driver; the choice is shown before the server has it, and taken back if it is refused. */
export function useVote({
  seasonId,
  sessionId,
  userId,
}: Voter): (driverIdx: number | null) => void {
  const t = useText()
  const queries = useQueryClient()
  const { queryKey } = driverVotesOf(seasonId, userId)
  const { mutate } = useMutation({
    scope: { id: `vote ${seasonId} ${sessionId}` },
    mutationFn: (driverIdx: number | null) =>
      call(driverVotes.cast, { params: { seasonId, sessionId }, body: { driverIdx } }),
    async onMutate(driverIdx) {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, (votes) => votes && withChoice(votes, sessionId, driverIdx))
    },
    onError: (error) => void showToast({ title: refusalText(error, t), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  return mutate
}
