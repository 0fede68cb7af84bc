import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { isRecovering } from '../auth/recovery.ts'
import { useAccountState } from '../auth/account.ts'
import { signOut } from '../auth/sign-out.ts'
import { MailCode } from '../features/account/mail-code.tsx'
import { NewPasswordForm } from '../features/account/new-password-form.tsx'
import { ResetForm, sendResetMail } from '../features/account/reset-form.tsx'
import { SecondFactorStep } from '../features/account/second-factor-step.tsx'
import { ServiceGate } from '../features/account/service-gate.tsx'
import { SignInChoice } from '../features/account/sign-in-choice.tsx'
import { sendSignUpMail, SignUpForm } from '../features/account/sign-up-form.tsx'
import { useText } from '../messages/use-text.ts'
import { FormPage, type FormPageProps } from '../ui/layout/form-page.tsx'
import { ButtonLink, TextLink } from '../ui/buttons/link.tsx'
import { Prose } from '../ui/reading/prose.tsx'
import { lazyPart } from '../ui/states/lazy-part.tsx'
import { Skeleton } from '../ui/states/page-skeleton.tsx'

export function LoginPage() {
  const text = useText()
  const state = useAccountState()
  const { redirect } = useSearch({ from: '/login' })
  if (state.kind === 'secondFactor') {
    return (
      <AccountPage title={text('account.secondFactor')}>
        <SecondFactorStep factors={state.factors} onCancel={() => void signOut()} />
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title={text('account.login')}
      below={
        <>
          {text('account.noAccountYet')}{' '}
          <TextLink to="/signup" search={{ redirect }}>
            {text('account.signUp')}
          </TextLink>
        </>
      }
    >
      {redirect !== '' && <p>{text('account.signInNeeded')}</p>}
      <ServiceGate>
        {(settings) => <SignInChoice settings={settings} returnTo={returnAddress(redirect)} />}
      </ServiceGate>
    </AccountPage>
  )
}

export function SignUpPage() {
  const text = useText()
  const { redirect } = useSearch({ from: '/signup' })
  const [email, setEmail] = useState<string | null>(null)
  const returnTo = returnAddress(redirect)
  if (email !== null) {
    return (
      <AccountPage title={text('account.checkMail')}>
        <MailCode
          email={email}
          type="email"
          explanation={text('account.checkMailSignUp', { email })}
          sendAgain={() => sendSignUpMail(email, returnTo)}
          onOtherAddress={() => setEmail(null)}
        />
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title={text('account.signUp')}
      below={
        <>
          {text('account.haveAccount')}{' '}
          <TextLink to="/login" search={{ redirect }}>
            {text('account.login')}
          </TextLink>
        </>
      }
    >
      <ServiceGate>
        {(settings) =>
          settings.isSignUpOpen ? (
            <SignUpForm returnTo={returnTo} onMail={setEmail} />
          ) : (
            <p>{text('account.signUpOff')}</p>
          )
        }
      </ServiceGate>
    </AccountPage>
  )
}

export function ResetPasswordPage() {
  const text = useText()
  const [email, setEmail] = useState<string | null>(null)
  return (
    <AccountPage title={text(email === null ? 'account.resetPassword' : 'account.checkMail')}>
      {email === null ? (
        <ServiceGate>{() => <ResetForm onMail={setEmail} />}</ServiceGate>
      ) : (
        <MailCode
          email={email}
          type="recovery"
          explanation={text('account.checkMailReset', { email })}
          sendAgain={() => sendResetMail(email)}
          onOtherAddress={() => setEmail(null)}
        />
      )}
    </AccountPage>
  )
}

const TokensAfterReset = lazyPart(
  async () => (await import('../features/access-tokens/access-tokens.tsx')).TokensAfterReset,
  { texts: ['dashboard'], fallback: <Skeleton className="h-40" /> },
)

export function ResetPasswordConfirmPage() {
  const text = useText()
  const navigate = useNavigate()
  const state = useAccountState()
  const [isSaved, setIsSaved] = useState(false)
  const goOn = useCallback(() => void navigate({ to: '/dashboard' }), [navigate])
  if (isSaved && state.kind === 'signedIn') {
    return (
      <AccountPage title={text('account.resetPasswordConfirm')}>
        <TokensAfterReset onDone={goOn} />
      </AccountPage>
    )
  }
  return (
    <AccountPage title={text('account.resetPasswordConfirm')}>
      {state.kind === 'loading' && <Skeleton className="h-40" />}
      {state.kind === 'secondFactor' && (
        <SecondFactorStep factors={state.factors} onCancel={() => void signOut()} />
      )}
      {state.kind === 'signedOut' && <NeedsLink />}
      {state.kind === 'signedIn' &&
        (isRecovering(state.session.userId) ? (
          <NewPasswordForm email={state.session.email} onSaved={() => setIsSaved(true)} />
        ) : (
          <Prose>{text('account.alreadySignedIn')}</Prose>
        ))}
    </AccountPage>
  )
}

function NeedsLink() {
  const text = useText()
  return (
    <>
      <p className="timing text-subhead font-semibold">{text('account.resetNeedsLink')}</p>
      <p className="text-muted">{text('account.resetNeedsLinkWhy')}</p>
      <div>
        <ButtonLink look="primary" to="/resetPassword">
          {text('account.askForMail')}
        </ButtonLink>
      </div>
    </>
  )
}

/** Where links of mails and other sites come back to. */
function returnAddress(redirect: string): string {
  return location.origin + (redirect || '/dashboard')
}

/** Beside each of their forms: what an account is good for. */
function AccountPage(props: Pick<FormPageProps, 'title' | 'below' | 'children'>) {
  const text = useText()
  return (
    <FormPage aboutTitle={text('account.worthIt')} about={text('account.worthItWhy')} {...props} />
  )
}
