import { Menu } from '@base-ui/react/menu'
import { POPUP_ITEM_LOOK } from '../control-style.ts'
import { Icon, type IconName } from '../icon.tsx'
import { MenuFrame, type MenuFrameProps } from './menu-frame.tsx'

export interface MenuItem {
  readonly label: string
  readonly onSelect: () => void
  readonly icon?: IconName
  /** The command destroys something, so it is set apart by a line, and coloured. */
  readonly danger?: boolean
  readonly disabled?: boolean
}

interface MenuPopupProps extends MenuFrameProps {
  readonly items: readonly MenuItem[]
}

export function MenuPopup({ items, ...frame }: MenuPopupProps) {
  return (
    <MenuFrame {...frame} align="end">
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
    </MenuFrame>
  )
}
