import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { type ReactNode, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { CloseContext, DialogActions } from '../buttons/dialog-actions.tsx'
import { holdsUnsaved, useWorkArea, WorkContext } from '../forms/unsaved-work.ts'

interface DialogBoxProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** They are its buttons, the one that goes on last; a `Form` in it has its own. */
  readonly actions?: ReactNode
}

/**
 * Shows a question or a form in front of the page. Escape and a press beside it close it, and ask before they drop what
 * is typed in it; a button that cancels has no need to.
 */
export function DialogBox({
  open,
  onClose,
  title,
  description,
  children,
  actions,
}: DialogBoxProps) {
  // A form that takes the focus does so before the library looks where it was.
  const [opener] = useState(() => document.activeElement)
  const findOpener = () =>
    opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : true
  const question = useText()('ui.closeUnsaved')
  const { own, areas } = useWorkArea()

  function leave(): void {
    if (!holdsUnsaved(own) || window.confirm(question)) onClose()
  }

  return (
    <BaseDialog.Root open={open} onOpenChange={(stays) => !stays && leave()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="overlay fixed inset-0 z-40 bg-scrim" />
        <BaseDialog.Popup
          finalFocus={findOpener}
          className="overlay fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-1.5rem))] -translate-1/2 flex-col gap-4 overflow-y-auto rounded-l border border-line-strong bg-raised p-5 shadow-overlay outline-none data-starting-style:scale-97 data-ending-style:scale-97"
        >
          <div>
            <BaseDialog.Title className="text-section">{title}</BaseDialog.Title>
            {description !== undefined && (
              <BaseDialog.Description className="mt-1 text-muted">
                {description}
              </BaseDialog.Description>
            )}
          </div>
          <WorkContext value={areas}>
            <CloseContext value={onClose}>{children}</CloseContext>
          </WorkContext>
          {actions !== undefined && <DialogActions>{actions}</DialogActions>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
