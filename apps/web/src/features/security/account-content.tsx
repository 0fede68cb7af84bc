import type { ComponentProps, ReactNode } from 'react'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { useText } from '../../messages/use-text.ts'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'

interface AccountContentProps<Data> extends Pick<
  ComponentProps<typeof QueryContent<Data>>,
  'query' | 'children'
> {
  readonly placeholder?: ReactNode
}

/** Shows a part of the settings of an account: its failures have the words of the sign-in. */
export function AccountContent<Data>({
  query,
  placeholder = <Skeleton className="h-16" />,
  children,
}: AccountContentProps<Data>) {
  const t = useText()
  return (
    <QueryContent
      query={query}
      placeholder={placeholder}
      renderError={(error, retry) => (
        <ErrorState
          title={t('dashboard.failed')}
          error={new Error(authErrorMessage(error, t))}
          retry={retry}
        />
      )}
    >
      {children}
    </QueryContent>
  )
}
