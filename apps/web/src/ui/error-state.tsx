import { useText } from '../messages/use-text.ts'
import { Button } from './button.tsx'

interface ErrorStateProps {
  readonly title: string
  readonly error: unknown
  readonly retry?: () => void
}

/** What could not be shown: what happened, and the one thing that can help. */
export function ErrorState({ title, error, retry }: ErrorStateProps) {
  const text = useText()
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-3 rounded-l border border-bad/50 bg-panel px-5 py-6"
    >
      <p className="timing text-2xl font-semibold">{title}</p>
      <p className="max-w-prose text-muted">
        {error instanceof Error ? error.message : text('ui.unexpected')}
      </p>
      {retry && <Button onClick={retry}>{text('ui.tryAgain')}</Button>}
    </div>
  )
}
