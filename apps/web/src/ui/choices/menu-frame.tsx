import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { POPUP_LOOK } from '../control-style.ts'

export interface MenuFrameProps {
  readonly label: string
  readonly isOpen: boolean
  /** This button opens it, and has the focus again afterwards. */
  readonly anchor: HTMLElement
  readonly onClose: () => void
}

interface PlacedMenuFrameProps extends MenuFrameProps {
  /** The frame is flush with this side of the button. */
  readonly align: 'start' | 'end'
  readonly children: ReactNode
}

/** Shows what a button opens below itself. */
export function MenuFrame({
  label,
  isOpen,
  anchor,
  align,
  onClose,
  children,
}: PlacedMenuFrameProps) {
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} sideOffset={4} align={align} className="z-30 outline-none">
          <Menu.Popup
            aria-label={label}
            finalFocus={() => anchor}
            className={`${POPUP_LOOK} min-w-44`}
          >
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
