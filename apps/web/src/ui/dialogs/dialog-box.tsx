import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { type ReactNode, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { holdsUnsaved, useWorkArea, WorkContext } from '../forms/unsaved-work.ts'

interface DialogBoxProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** The buttons stand at its end, the one that goes on last. */
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
          <WorkContext value={areas}>{children}</WorkContext>
          {actions !== undefined && (
            // The buttons stay in sight, however long the content above them is.
            <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line bg-raised px-5 py-3">
              {actions}
            </div>
          )}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
