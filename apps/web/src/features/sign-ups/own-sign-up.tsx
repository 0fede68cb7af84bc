import type { Season } from '@pitboard/contract/seasons/season'
import { type SignUp, signUps, type SignUpStatus } from '@pitboard/contract/sign-ups/sign-ups'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { SIGN_UPS_KEY } from './sign-up-queries.ts'

const WORDS = {
  pending: 'participation.isPending',
  accepted: 'participation.isAccepted',
  waiting: 'participation.isWaiting',
  refused: 'participation.isRefused',
  withdrawn: 'participation.isWithdrawn',
} as const satisfies Record<SignUpStatus, string>

/** Says what became of the reader's own sign-up. */
export function OwnSignUp({ season, own }: { readonly season: Season; readonly own: SignUp }) {
  const t = useText()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { status, name, waitingPlace } = own
  const words =
    status === 'refused' || status === 'withdrawn'
      ? t(WORDS[status])
      : status === 'waiting'
        ? t(WORDS.waiting, { name, place: waitingPlace ?? 1 })
        : t(WORDS[status], { name })

  async function withdraw() {
    await call(signUps.withdraw, { params: { seasonId: season.id } })
    void showToast({ title: t('participation.withdrawn'), tone: 'good' })
    await queries.invalidateQueries({ queryKey: [SIGN_UPS_KEY, season.id] })
  }

  return (
    <Card frame label={t('participation.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <p className="min-w-0 wrap-anywhere">{words}</p>
        {status !== 'refused' && status !== 'withdrawn' && (
          <Button size="small" onClick={() => setAsking(true)}>
            {t('participation.withdraw')}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('participation.withdrawTitle')}
          description={t('participation.withdrawWhy')}
          cancelLabel={t('participation.stay')}
          confirmLabel={t('participation.withdraw')}
          onClose={() => setAsking(false)}
          onConfirm={withdraw}
        />
      )}
    </Card>
  )
}
