import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Text } from '../../messages/create-text.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../buttons/button.tsx'
import { ProblemText } from '../states/problem-text.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  readonly description: ReactNode
  readonly cancelLabel: string
  readonly confirmLabel: string
  /** The button that confirms has this look. */
  readonly look?: 'danger' | 'primary'
  /** It is false while there is nothing to go on with. */
  readonly isReady?: boolean
  readonly children?: ReactNode
  readonly onClose: () => void
  /** Closes when it resolves, else shows the error. */
  readonly onConfirm: () => Promise<unknown>
  /** Words a rejection; else it is a refusal of the server. */
  readonly errorMessage?: (error: unknown, t: Text) => string
}

/** Asks before an action, which is a deletion by default. */
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
  errorMessage = refusalText,
}: ConfirmDialogProps) {
  const t = useText()
  const confirmation = useMutation({ mutationFn: onConfirm, onSuccess: onClose })
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
          <Button
            look={look}
            loading={confirmation.isPending}
            disabled={!isReady}
            onClick={() => confirmation.mutate()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      <ProblemText>{confirmation.error && errorMessage(confirmation.error, t)}</ProblemText>
    </Dialog>
  )
}
