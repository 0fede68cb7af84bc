import { ErrorState } from './error-state.tsx'
import { TryAgain } from './try-again.tsx'

export interface LoadErrorProps {
  readonly title: string
  readonly error: unknown
  /** Resolves once the code was fetched, or could not be fetched again. */
  readonly retry: () => Promise<void>
}

/** The page shows this in place of code that could not be fetched. */
export function LoadError({ title, error, retry }: LoadErrorProps) {
  return <ErrorState title={title} error={error} actions={<TryAgain retry={retry} />} />
}
