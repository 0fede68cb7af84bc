import { ApiException } from '@pitboard/contract/wire/client'
import type { ReactNode } from 'react'
import { PageSkeleton } from '../ui/states/page-skeleton.tsx'
import { NotFound } from '../ui/shell/not-found.tsx'
import { PageError } from '../ui/shell/page-error.tsx'

interface QueryContentProps<Data> {
  readonly query: {
    readonly data: Data | undefined
    readonly error: Error | null
    readonly refetch: () => Promise<unknown>
  }
  readonly children: (data: Data) => ReactNode
}

/** What a query has read; before that its placeholder, or the error with a retry. */
export function QueryContent<Data>({
  query: { data, error, refetch },
  placeholder,
  children,
}: QueryContentProps<Data> & { readonly placeholder: ReactNode }) {
  if (data !== undefined) return children(data)
  if (error) return <PageError error={error} retry={() => void refetch()} />
  return placeholder
}

/** The same for a page about one thing, which may not exist. */
export function PageContent<Data>({ query, children }: QueryContentProps<Data>) {
  if (query.data === undefined && isNotFound(query.error)) return <NotFound />
  return (
    <QueryContent query={query} placeholder={<PageSkeleton />}>
      {children}
    </QueryContent>
  )
}

/** The server refuses an address that cannot be an id with 400. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiException && (error.status === 404 || error.status === 400)
}
