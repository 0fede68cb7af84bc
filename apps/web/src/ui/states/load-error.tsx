import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../buttons/button.tsx'
import { ErrorState } from './error-state.tsx'

export interface LoadErrorProps {
  readonly title: string
  readonly error: unknown
  /** Resolves once the code was fetched, or could not be fetched again. */
  readonly retry: () => Promise<void>
}

/** In place of code that could not be fetched. */
export function LoadError({ title, error, retry }: LoadErrorProps) {
  const text = useText()
  const [isRetrying, setRetrying] = useState(false)
  const [hasRetried, setRetried] = useState(false)

  async function tryAgain() {
    setRetrying(true)
    await retry()
    setRetrying(false)
    setRetried(true)
  }

  return (
    <ErrorState
      title={title}
      error={error}
      actions={
        <>
          <Button loading={isRetrying} onClick={() => void tryAgain()}>
            {text('ui.tryAgain')}
          </Button>
          {/* Some browsers remember that a module could not be fetched until the page is reloaded. */}
          {hasRetried && navigator.onLine && (
            <Button look="quiet" onClick={() => location.reload()}>
              {text('ui.reloadPage')}
            </Button>
          )}
        </>
      }
    />
  )
}
