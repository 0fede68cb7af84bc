import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { buttonClass } from '../buttons/button-variants.ts'
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

interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  /** What the button shows, else a sign for "more" with the label as its name. */
  readonly children?: ReactNode
}

/** Commands behind a button. */
export function Menu({ label, items, children }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger
        aria-label={children === undefined ? label : undefined}
        className={buttonClass('quiet', children === undefined ? 'square' : 'small')}
      >
        {children ?? <Icon name="more" />}
        {children !== undefined && <Icon name="chevronDown" size="size-4" />}
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={4} align="end" className="z-30 outline-none">
          <BaseMenu.Popup className={`${POPUP_LOOK} min-w-44`}>
            {items.map((item, index) => (
              <div key={item.label}>
                {item.danger === true && index > 0 && (
                  <BaseMenu.Separator className="my-1 h-px bg-line-strong" />
                )}
                <BaseMenu.Item
                  onClick={item.onSelect}
                  disabled={item.disabled ?? false}
                  className={`${POPUP_ITEM_LOOK} ${item.danger === true ? 'text-bad' : ''}`}
                >
                  {item.icon && <Icon name={item.icon} />}
                  {item.label}
                </BaseMenu.Item>
              </div>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
