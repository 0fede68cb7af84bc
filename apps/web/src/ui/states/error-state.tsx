import type { ReactNode } from 'react'
import { errorText } from '../../messages/error-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../buttons/button.tsx'

interface ErrorStateProps {
  readonly title: string
  readonly error: unknown
  readonly retry?: () => void
  /** The actions replace the button of `retry`. */
  readonly actions?: ReactNode
}

/** Says what could not be shown: what happened, and what can help. */
export function ErrorState({ title, error, retry, actions }: ErrorStateProps) {
  const t = useText()
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-3 rounded-l border border-bad/50 bg-panel px-5 py-6"
    >
      <p className="timing text-section font-semibold">{title}</p>
      <p className="max-w-prose text-muted">{errorText(error, t)}</p>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {actions}
        {retry && <Button onClick={retry}>{t('ui.tryAgain')}</Button>}
      </div>
    </div>
  )
}
