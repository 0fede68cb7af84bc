import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { isRecovering } from '../../auth/recovery.ts'
import { useAccountState } from '../../auth/account.ts'
import { signOut } from '../../auth/sign-out.ts'
import { NewPasswordForm } from '../../features/account/new-password-form.tsx'
import { SecondFactorStep } from '../../features/account/second-factor-step.tsx'
import { useText } from '../../messages/use-text.ts'
import { Prose } from '../../ui/reading/prose.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { AccountPage } from './account-page.tsx'

const TokensAfterReset = lazyPart(
  async () => (await import('../../features/access-tokens/access-tokens.tsx')).TokensAfterReset,
  { texts: ['dashboard'], fallback: <Skeleton className="h-40" /> },
)

export function ResetPasswordConfirmPage() {
  const t = useText()
  const navigate = useNavigate()
  const state = useAccountState()
  const [isSaved, setIsSaved] = useState(false)
  const goOn = useCallback(() => void navigate({ to: '/dashboard' }), [navigate])
  if (isSaved && state.kind === 'signedIn') {
    return (
      <AccountPage title={t('account.resetPasswordConfirm')}>
        <TokensAfterReset onDone={goOn} />
      </AccountPage>
    )
  }
  return (
    <AccountPage title={t('account.resetPasswordConfirm')}>
      {state.kind === 'loading' && <Skeleton className="h-40" />}
      {state.kind === 'secondFactor' && (
        <SecondFactorStep factors={state.factors} onCancel={() => void signOut()} />
      )}
      {state.kind === 'signedOut' && <NeedsLink />}
      {state.kind === 'signedIn' &&
        (isRecovering(state.session.userId) ? (
          <NewPasswordForm email={state.session.email} onSaved={() => setIsSaved(true)} />
        ) : (
          <Prose>{t('account.alreadySignedIn')}</Prose>
        ))}
    </AccountPage>
  )
}

function NeedsLink() {
  const t = useText()
  return (
    <>
      <p className="timing text-subhead font-semibold">{t('account.resetNeedsLink')}</p>
      <p className="text-muted">{t('account.resetNeedsLinkWhy')}</p>
      <div>
        <ButtonLink look="primary" to="/resetPassword">
          {t('account.askForMail')}
        </ButtonLink>
      </div>
    </>
  )
}
