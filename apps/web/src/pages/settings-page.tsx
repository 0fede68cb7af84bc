import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { accountUser } from '../auth/account-user.ts'
import { useAuthSettings } from '../auth/auth-settings.ts'
import { errorWords } from '../auth/error-words.ts'
import { useSession, type Session } from '../auth/session.ts'
import { signOut } from '../auth/sign-out.ts'
import { hasWebAuthn } from '../auth/webauthn.ts'
import { AvatarSection } from '../features/profile/avatar-section.tsx'
import { UsernameForm } from '../features/profile/username-form.tsx'
import { RecorderKeysSection } from '../features/recorder-keys/recorder-keys-section.tsx'
import { DataSection } from '../features/security/data-section.tsx'
import { DeleteAccount } from '../features/security/delete-account.tsx'
import { EmailForm } from '../features/security/email-form.tsx'
import { IdentitiesSection } from '../features/security/identities-section.tsx'
import { PasskeysSection } from '../features/security/passkeys-section.tsx'
import { PasswordForm } from '../features/security/password-form.tsx'
import { SecondFactorsSection } from '../features/security/second-factors-section.tsx'
import { SignInsSection } from '../features/security/sign-ins-section.tsx'
import { useText } from '../messages/use-text.ts'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Section } from '../ui/section.tsx'
import { PageTitle } from '../ui/shell/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showToast } from '../ui/toast.ts'

export function SettingsPage() {
  const text = useText()
  const session = useSession()
  if (!session) return null
  return (
    <div className="flex max-w-3xl flex-col gap-9">
      <PageTitle page={text('dashboard.settings')} />
      <h1 className="text-4xl">{text('dashboard.settings')}</h1>
      <Part title={text('dashboard.profile')} anchor="profile">
        <div className="flex flex-col gap-6">
          <AvatarSection session={session} />
          <UsernameForm
            key={session.username}
            userId={session.userId}
            username={session.username}
            submitLabel={text('dashboard.saveName')}
            onSaved={() => void showToast({ title: text('dashboard.nameSaved'), tone: 'good' })}
          />
        </div>
      </Part>
      <Part title={text('dashboard.keys')} anchor="recorder-keys">
        <RecorderKeysSection userId={session.userId} />
      </Part>
      <SignInParts session={session} />
    </div>
  )
}

function SignInParts({ session }: { readonly session: Session }) {
  const text = useText()
  const navigate = useNavigate()
  const { data: user, error, refetch } = useQuery(accountUser)
  const settings = useAuthSettings()

  async function leave() {
    void showToast({ title: text('dashboard.deleted') })
    await navigate({ to: '/' })
    await signOut()
  }

  if (error && !user) {
    return (
      <ErrorState
        title={text('dashboard.failed')}
        error={new Error(errorWords(error, text))}
        retry={() => void refetch()}
      />
    )
  }
  if (!user || !settings || settings === 'closed') return <Skeleton className="h-[80rem]" />
  const providers = settings.providers
  const hasIdentities = user.identities?.some(({ provider }) => provider !== 'email') ?? false
  return (
    <>
      <Part title={text('dashboard.email')} anchor="email">
        <EmailForm user={user} />
      </Part>
      <Part title={text('dashboard.password')} anchor="password">
        <PasswordForm email={user.email ?? ''} />
      </Part>
      <Part title={text('dashboard.secondFactors')} anchor="second-factor">
        <SecondFactorsSection user={user} />
      </Part>
      {settings.hasPasskeys && hasWebAuthn() && (
        <Part title={text('dashboard.passkeys')} anchor="passkeys">
          <PasskeysSection />
        </Part>
      )}
      {(providers.length > 0 || hasIdentities) && (
        <Part title={text('dashboard.identities')} anchor="identities">
          <IdentitiesSection user={user} providers={providers} />
        </Part>
      )}
      <Part title={text('dashboard.signIns')} anchor="sign-ins">
        <SignInsSection />
      </Part>
      <Part title={text('dashboard.data')} anchor="data">
        <DataSection />
      </Part>
      <Part title={text('dashboard.deleteAccount')} anchor="delete">
        <DeleteAccount session={session} user={user} onDeleted={() => void leave()} />
      </Part>
    </>
  )
}

function Part({
  title,
  anchor,
  children,
}: {
  readonly title: string
  readonly anchor: string
  readonly children: ReactNode
}) {
  return (
    <Section title={title} anchor={anchor}>
      <Card>
        <div className="sm:p-2">{children}</div>
      </Card>
    </Section>
  )
}
