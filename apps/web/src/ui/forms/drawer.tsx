import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { buttonClass } from '../button-variants.ts'
import type { DialogProps } from './dialog.tsx'
import { Icon } from '../icon.tsx'

interface DrawerProps extends Omit<DialogProps, 'actions' | 'description'> {
  readonly closeLabel: string
}

/** A side of the page that comes in from the right: filters, details, navigation. */
export function Drawer({ open, onClose, title, closeLabel, children }: DrawerProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(stays) => !stays && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="overlay fixed inset-0 z-40 bg-scrim" />
        <BaseDialog.Popup className="overlay fixed inset-y-0 right-0 z-40 flex w-[min(22rem,88vw)] flex-col gap-3 overflow-y-auto border-l border-line-strong bg-panel p-4 shadow-overlay outline-none data-starting-style:translate-x-6 data-ending-style:translate-x-6">
          <div className="flex items-center justify-between gap-3">
            <BaseDialog.Title className="text-2xl">{title}</BaseDialog.Title>
            <BaseDialog.Close aria-label={closeLabel} className={buttonClass('quiet', 'square')}>
              <Icon name="close" />
            </BaseDialog.Close>
          </div>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
