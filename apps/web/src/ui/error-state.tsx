import type { Text } from '../messages/create-text.ts'
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
      <p className="max-w-prose text-muted">{wordsOf(error, text)}</p>
      {retry && <Button onClick={retry}>{text('ui.tryAgain')}</Button>}
    </div>
  )
}

/** How browsers name that a server was not reached, each in its own words. */
const NOT_REACHED = /fetch|NetworkError|Load failed|module script/i

function wordsOf(error: unknown, text: Text): string {
  if (!navigator.onLine) return text('ui.offline')
  if (error instanceof TypeError && NOT_REACHED.test(error.message)) return text('ui.notReached')
  return error instanceof Error ? error.message : text('ui.unexpected')
}
