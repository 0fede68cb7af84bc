import { Menu } from '@base-ui/react/menu'
import { Icon, type IconName } from '../icon.tsx'
import { POPUP_ITEM_LOOK, POPUP_LOOK } from '../control-style.ts'

export interface MenuItem {
  readonly label: string
  readonly onSelect: () => void
  readonly icon?: IconName
  /** Destroys something: set apart by a line, and coloured. */
  readonly danger?: boolean
  readonly disabled?: boolean
}

interface MenuPopupProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly isOpen: boolean
  /** The button that opens it, which has the focus again afterwards. */
  readonly anchor: HTMLElement
  readonly onClose: () => void
}

/** The commands of a `Menu`. */
export function MenuPopup({ label, items, isOpen, anchor, onClose }: MenuPopupProps) {
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} sideOffset={4} align="end" className="z-30 outline-none">
          <Menu.Popup
            aria-label={label}
            finalFocus={() => anchor}
            className={`${POPUP_LOOK} min-w-44`}
          >
            {items.map((item, index) => (
              <div key={item.label}>
                {item.danger === true && index > 0 && (
                  <Menu.Separator className="my-1 h-px bg-line-strong" />
                )}
                <Menu.Item
                  onClick={item.onSelect}
                  disabled={item.disabled ?? false}
                  className={`${POPUP_ITEM_LOOK} ${item.danger === true ? 'text-bad' : ''}`}
                >
                  {item.icon && <Icon name={item.icon} />}
                  {item.label}
                </Menu.Item>
              </div>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
