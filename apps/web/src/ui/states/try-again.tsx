import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../buttons/button.tsx'
import type { ButtonSize } from '../buttons/button-variants.ts'

interface TryAgainProps {
  /** Resolves once the code was fetched, or could not be fetched again. */
  readonly retry: () => Promise<void>
  readonly size?: ButtonSize
}

/**
 * Fetches code again that could not be fetched. Most browsers of 2026 remember a module that failed until
 * the page is reloaded, and ask for it no more, so a reload is offered after a try in vain.
 */
export function TryAgain({ retry, size = 'normal' }: TryAgainProps) {
  const t = useText()
  const [isRetrying, setRetrying] = useState(false)
  const [hasRetried, setRetried] = useState(false)

  async function tryAgain() {
    setRetrying(true)
    await retry()
    setRetrying(false)
    setRetried(true)
  }

  return (
    <>
      <Button size={size} loading={isRetrying} onClick={() => void tryAgain()}>
        {t('ui.tryAgain')}
      </Button>
      {hasRetried && navigator.onLine && (
        <Button size={size} look="quiet" onClick={() => location.reload()}>
          {t('ui.reloadPage')}
        </Button>
      )}
    </>
  )
}
