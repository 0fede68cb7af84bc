import { useText } from '../../messages/use-text.ts'
import { ErrorState } from '../states/error-state.tsx'

/** Takes the place of a page that failed. */
export function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorState title={useText()('shell.pageFailed')} error={error} retry={retry} />
}
