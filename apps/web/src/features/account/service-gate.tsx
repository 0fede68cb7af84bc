import type { ReactNode } from 'react'
import { useAuthSettings, type AuthSettings } from '../../auth/service/auth-settings.ts'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Prose } from '../../ui/reading/prose.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'

/** Shows its content once the settings of the service are known. */
export function ServiceGate({
  children,
}: {
  readonly children: (settings: AuthSettings) => ReactNode
}) {
  const t = useText()
  const settings = useAuthSettings()
  if (settings === undefined) return <Skeleton className="h-56" />
  if (settings !== 'closed') return children(settings)
  return (
    <>
      <p className="timing text-subhead font-semibold">{t('account.closed')}</p>
      <Prose>{t('account.closedWhy')}</Prose>
      <div>
        <ButtonLink to="/live">{t('account.watchLive')}</ButtonLink>
      </div>
    </>
  )
}
