import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { accountUser } from '../../auth/service/account-user.ts'
import { useAuthSettings } from '../../auth/service/auth-settings.ts'
import { useAccount, type Account } from '../../auth/account.ts'
import { signOut } from '../../auth/sign-out.ts'
import { hasWebAuthn } from '../../auth/service/webauthn.ts'
import { ownRights } from '../../features/operation/operation-queries.ts'
import { AvatarSection } from '../../features/profile/avatar-section.tsx'
import { UsernameForm } from '../../features/profile/username-form.tsx'
import { RecorderKeysSection } from '../../features/recorder-keys/recorder-keys-section.tsx'
import { DataSection } from '../../features/security/data-section.tsx'
import { DeleteAccount } from '../../features/security/delete-account.tsx'
import { EmailForm } from '../../features/security/email-form.tsx'
import { IdentitiesSection } from '../../features/security/identities-section.tsx'
import { PasskeysSection } from '../../features/security/passkeys-section.tsx'
import { PasswordForm } from '../../features/security/password-form.tsx'
import { SecondFactorsSection } from '../../features/security/second-factors-section.tsx'
import { SignInsSection } from '../../features/security/sign-ins-section.tsx'
import { AccountContent } from '../../features/security/account-content.tsx'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Card } from '../../ui/card.tsx'
import { SectionIndex } from '../../ui/reading/section-index.tsx'
import { Section } from '../../ui/section.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { showToast } from '../../ui/toast/toast.ts'

const AccessTokens = lazyPart(
  async () => {
    const part = await import('../../features/access-tokens/access-tokens.tsx')
    return part.AccessTokensSection
  },
  { fallback: <Skeleton className="h-64" /> },
)

const NotificationsPanel = lazyPart(
  async () =>
    (await import('../../features/notifications/notifications-panel.tsx')).NotificationsPanel,
  { texts: ['notifications'], fallback: <Skeleton className="h-96" /> },
)

export function SettingsPage() {
  const t = useText()
  const session = useAccount()
  const sections = useSections()
  if (!session) return null
  return (
    <div className="grid items-start gap-x-12 wide:grid-cols-[12rem_minmax(0,1fr)]">
      <PageTitle page={t('dashboard.settings')} />
      <h1 className="mb-6 wide:col-span-2">{t('dashboard.settings')}</h1>
      <SectionIndex label={t('dashboard.settings')} sections={sections} />
      <div className="grid min-w-0 items-start gap-x-8 gap-y-9 xl:grid-cols-2">
        <Part title={t('dashboard.profile')} anchor="profile">
          <div className="flex flex-col gap-6">
            <AvatarSection session={session} />
            <UsernameForm
              userId={session.userId}
              username={session.username}
              submitLabel={t('dashboard.saveName')}
              submitLook="secondary"
              onSaved={() => void showToast({ title: t('dashboard.nameSaved'), tone: 'good' })}
            />
          </div>
        </Part>
        <Part title={t('dashboard.notifications')} anchor="notifications">
          <NotificationsPanel />
        </Part>
        <Part title={t('dashboard.keys')} anchor="recorder-keys">
          <RecorderKeysSection userId={session.userId} />
        </Part>
        <Part title={t('dashboard.tokenTitle')} anchor="access-tokens">
          <AccessTokens />
        </Part>
        <SignInParts session={session} />
        <OperationPart />
      </div>
    </div>
  )
}

/** Only operators of the site see this part. */
function OperationPart() {
  const t = useText()
  const { data } = useQuery(ownRights)
  if (data?.isOperator !== true) return null
  return (
    <Part title={t('dashboard.operation')} anchor="operation">
      <div className="flex flex-col items-start gap-4">
        <p className="max-w-prose text-muted">{t('dashboard.operationWhy')}</p>
        <ButtonLink to="/dashboard/operation">{t('dashboard.operationOpen')}</ButtonLink>
      </div>
    </Part>
  )
}

/** Returns the sections of this page in their order. */
function useSections() {
  const t = useText()
  const offer = useOffer()
  const { data: rights } = useQuery(ownRights)
  return [
    { anchor: 'profile', title: t('dashboard.profile') },
    { anchor: 'notifications', title: t('dashboard.notifications') },
    { anchor: 'recorder-keys', title: t('dashboard.keys') },
    { anchor: 'access-tokens', title: t('dashboard.tokenTitle') },
    { anchor: 'email', title: t('dashboard.email') },
    { anchor: 'password', title: t('dashboard.password') },
    { anchor: 'second-factor', title: t('dashboard.secondFactors') },
    ...(offer.hasPasskeys ? [{ anchor: 'passkeys', title: t('dashboard.passkeys') }] : []),
    ...(offer.hasIdentities ? [{ anchor: 'identities', title: t('dashboard.identities') }] : []),
    { anchor: 'sign-ins', title: t('dashboard.signIns') },
    { anchor: 'data', title: t('dashboard.data') },
    { anchor: 'delete', title: t('dashboard.deleteAccount') },
    ...(rights?.isOperator === true
      ? [{ anchor: 'operation', title: t('dashboard.operation') }]
      : []),
  ]
}

/** Returns what the service offers and this browser can use. */
function useOffer() {
  const { data: user } = useQuery(accountUser)
  const settings = useAuthSettings()
  const providers = settings === undefined || settings === 'closed' ? [] : settings.providers
  const linked = user?.identities?.filter(({ provider }) => provider !== 'email') ?? []
  const hasPasskeys = settings !== undefined && settings !== 'closed' && settings.hasPasskeys
  return {
    isKnown: settings !== undefined,
    providers,
    hasPasskeys: hasPasskeys && hasWebAuthn(),
    hasIdentities: providers.length + linked.length > 0,
  }
}

function SignInParts({ session }: { readonly session: Account }) {
  const t = useText()
  const navigate = useNavigate()
  const query = useQuery(accountUser)
  const offer = useOffer()

  async function leave() {
    void showToast({ title: t('dashboard.deleted') })
    await navigate({ to: '/' })
    await signOut()
  }

  const waiting = <Skeleton className="h-[80rem]" />
  if (!offer.isKnown) return waiting
  return (
    <AccountContent query={query} placeholder={waiting}>
      {(user) => {
        return (
          <>
            <Part title={t('dashboard.email')} anchor="email">
              <EmailForm user={user} />
            </Part>
            <Part title={t('dashboard.password')} anchor="password">
              <PasswordForm email={user.email ?? ''} />
            </Part>
            <Part title={t('dashboard.secondFactors')} anchor="second-factor">
              <SecondFactorsSection user={user} />
            </Part>
            {offer.hasPasskeys && (
              <Part title={t('dashboard.passkeys')} anchor="passkeys">
                <PasskeysSection />
              </Part>
            )}
            {offer.hasIdentities && (
              <Part title={t('dashboard.identities')} anchor="identities">
                <IdentitiesSection user={user} providers={offer.providers} />
              </Part>
            )}
            <Part title={t('dashboard.signIns')} anchor="sign-ins">
              <SignInsSection />
            </Part>
            <Part title={t('dashboard.data')} anchor="data">
              <DataSection />
            </Part>
            <Part title={t('dashboard.deleteAccount')} anchor="delete">
              <DeleteAccount session={session} user={user} onDeleted={() => void leave()} />
            </Part>
          </>
        )
      }}
    </AccountContent>
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
