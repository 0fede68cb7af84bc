import { type ReactNode, useState } from 'react'
import { useText } from '../messages/use-text.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  readonly description: ReactNode
  readonly cancelLabel: string
  readonly confirmLabel: string
  readonly onClose: () => void
  /** Closes when it resolves with null, else shows what went wrong. */
  readonly onConfirm: () => Promise<string | null>
}

/** Asks before something is taken away. */
export function ConfirmDialog({
  title,
  description,
  cancelLabel,
  confirmLabel,
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
          <Button look="danger" loading={busy} onClick={() => void confirm()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {error !== null && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
    </Dialog>
  )
}
