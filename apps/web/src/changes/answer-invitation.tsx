import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refusalText } from '../messages/refusal-text.ts'
import { useText } from '../messages/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { showToast } from '../ui/toast/toast.ts'

interface AnswerInvitationProps {
  /** The league or season has this name. */
  readonly name: string
  /** The toast says this after the user has accepted. */
  readonly welcome: string
  readonly accept: () => Promise<unknown>
  readonly decline: () => Promise<unknown>
}

/** Accepts or declines an invitation, or the offer of a league or a season. */
export function AnswerInvitation({ name, welcome, accept, decline }: AnswerInvitationProps) {
  const t = useText()
  const queries = useQueryClient()
  const answer = useMutation({
    mutationFn: async (isAccepted: boolean) => {
      await (isAccepted ? accept() : decline())
      return isAccepted
    },
    onSuccess: (isAccepted) =>
      void showToast({ title: isAccepted ? welcome : t('organiser.declined'), tone: 'good' }),
    onError: (error) => void showToast({ title: refusalText(error, t), tone: 'bad' }),
    // Leagues and seasons that can be seen and edited have changed.
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        size="small"
        aria-label={t('organiser.acceptOf', { league: name })}
        loading={answer.isPending && answer.variables}
        onClick={() => answer.mutate(true)}
      >
        {t('organiser.accept')}
      </Button>
      <Button
        size="small"
        look="plain"
        aria-label={t('organiser.declineOf', { league: name })}
        loading={answer.isPending && !answer.variables}
        onClick={() => answer.mutate(false)}
      >
        {t('organiser.decline')}
      </Button>
    </span>
  )
}
