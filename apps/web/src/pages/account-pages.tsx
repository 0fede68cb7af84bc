import { Navigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../features/account/session.ts'
import { useText } from '../messages/use-text.ts'
import { Card } from '../ui/card.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { PageTitle } from '../ui/shell/page-title.tsx'
import { Prose } from '../ui/shell/prose.tsx'

export function LoginPage() {
  const text = useText()
  const session = useSession()
  const { redirect } = useSearch({ from: '/login' })
  if (session) return <Navigate to={redirect || '/dashboard'} replace />
  return (
    <AccountPage title={text('account.login')}>
      {redirect !== '' && (
        <p className="text-secondary">{text('account.signInNeeded', { page: redirect })}</p>
      )}
      <Prose>{text('account.loginClosed')}</Prose>
    </AccountPage>
  )
}

export function SignUpPage() {
  const text = useText()
  return (
    <AccountPage title={text('account.signUp')}>
      <Prose>{text('account.signUpClosed')}</Prose>
    </AccountPage>
  )
}

export function ResetPasswordPage() {
  const text = useText()
  return (
    <AccountPage title={text('account.resetPassword')}>
      <Prose>{text('account.resetPasswordClosed')}</Prose>
    </AccountPage>
  )
}

export function ResetPasswordConfirmPage() {
  const text = useText()
  return (
    <AccountPage title={text('account.resetPasswordConfirm')}>
      <Prose>{text('account.resetPasswordClosed')}</Prose>
    </AccountPage>
  )
}

function AccountPage({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) {
  const text = useText()
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-5 py-6 wide:py-12">
      <PageTitle page={title} />
      <h1 className="text-4xl">{title}</h1>
      <Card>
        <div className="flex flex-col gap-4">
          {children}
          <div className="flex flex-wrap gap-2">
            <ButtonLink look="primary" to="/live">
              {text('account.watchLive')}
            </ButtonLink>
            <ButtonLink to="/faq" hash="record">
              {text('account.howToRecord')}
            </ButtonLink>
          </div>
        </div>
      </Card>
    </div>
  )
}
