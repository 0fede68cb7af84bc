import { useText } from '../../messages/use-text.ts'
import { ErrorState } from '../states/error-state.tsx'

/** What a page shows that failed. */
export function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorState title={useText()('shell.pageFailed')} error={error} retry={retry} />
}
