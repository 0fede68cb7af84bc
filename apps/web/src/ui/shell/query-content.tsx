import { ApiException } from '@pitboard/contract/wire/client'
import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { ErrorState } from '../states/error-state.tsx'
import { PageSkeleton } from '../states/page-skeleton.tsx'
import { NotFound } from './not-found.tsx'
import { PageError } from './page-error.tsx'

interface Query<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

interface QueryContentProps<Data> {
  readonly query: Query<Data>
  readonly children: (data: Data) => ReactNode
}

interface PlacedContentProps<Data> extends QueryContentProps<Data> {
  readonly placeholder: ReactNode
  /** This renders the error in place of the usual `PageError`. */
  readonly renderError?: (error: Error, retry: () => void) => ReactNode
}

/**
 * Shows what a query has read; before that its placeholder, or the error with a retry. What has been read stays when a
 * later request fails: somebody may be typing in it.
 */
export function QueryContent<Data>({
  query: { data, error, refetch },
  placeholder,
  renderError = (failure, retry) => <PageError error={failure} retry={retry} />,
  children,
}: PlacedContentProps<Data>) {
  if (data !== undefined) return children(data)
  if (error) return renderError(error, () => void refetch())
  return placeholder
}

/** Does the same for a page about one thing, which may not exist. */
export function PageContent<Data>({ query, children }: QueryContentProps<Data>) {
  if (query.data === undefined && isNotFound(query.error)) return <NotFound />
  return (
    <QueryContent query={query} placeholder={<PageSkeleton />}>
      {children}
    </QueryContent>
  )
}

/** Says that a part of a page could not be read; shows nothing while it is read and once it is there. */
export function PartProblem({ query }: { readonly query: Query<unknown> }) {
  const t = useText()
  return (
    <QueryContent
      query={query}
      placeholder={null}
      renderError={(error, retry) => (
        <ErrorState title={t('ui.partFailed')} error={error} retry={retry} />
      )}
    >
      {() => null}
    </QueryContent>
  )
}

/** The server refuses an address that cannot be an id with 400. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiException && (error.status === 404 || error.status === 400)
}
