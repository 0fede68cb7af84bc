import { type ReactNode, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../buttons/button.tsx'
import { ProblemText } from '../states/problem-text.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  readonly description: ReactNode
  readonly cancelLabel: string
  readonly confirmLabel: string
  /** Of the button that goes on. */
  readonly look?: 'danger' | 'primary'
  /** Until then there is nothing to go on with. */
  readonly isReady?: boolean
  readonly children?: ReactNode
  readonly onClose: () => void
  /** Closes when it resolves with null, else shows what went wrong. */
  readonly onConfirm: () => Promise<string | null>
}

/** Asks before something is done: taken away, where nothing else is said. */
export function ConfirmDialog({
  title,
  description,
  cancelLabel,
  confirmLabel,
  look = 'danger',
  isReady = true,
  children,
  onClose,
  onConfirm,
}: ConfirmDialogProps) {
  const text = useText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function confirm() {
    setBusy(true)
    const problem = await onConfirm().catch(() => text('ui.unexpected'))
    setBusy(false)
    setError(problem)
    if (problem === null) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button {...{ look }} loading={busy} disabled={!isReady} onClick={() => void confirm()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      <ProblemText>{error}</ProblemText>
    </Dialog>
  )
}
