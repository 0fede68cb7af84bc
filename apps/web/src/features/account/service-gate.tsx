import type { ReactNode } from 'react'
import { NoAccounts } from '../../auth/supabase.ts'
import { errorWords } from '../../auth/error-words.ts'
import { useText } from '../../messages/use-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { Prose } from '../../ui/shell/prose.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAuthSettings, type AuthSettings } from '../../auth/auth-settings.ts'

/** Shows what is in it once the service has told what it offers. */
export function ServiceGate({
  children,
}: {
  readonly children: (settings: AuthSettings) => ReactNode
}) {
  const text = useText()
  const { data, error, refetch } = useAuthSettings()
  if (data) return children(data)
  if (error instanceof NoAccounts) {
    return (
      <>
        <p className="timing text-xl font-semibold">{text('account.closed')}</p>
        <Prose>{text('account.closedWhy')}</Prose>
        <div>
          <ButtonLink to="/live">{text('account.watchLive')}</ButtonLink>
        </div>
      </>
    )
  }
  if (!error) return <Skeleton className="h-56" />
  return (
    <ErrorState
      title={text('account.serviceFailed')}
      error={new Error(errorWords(error, text))}
      retry={() => void refetch()}
    />
  )
}
