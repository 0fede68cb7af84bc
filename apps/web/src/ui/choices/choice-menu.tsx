import { Menu } from '@base-ui/react/menu'
import { POPUP_ITEM_LOOK, POPUP_LOOK } from '../control-style.ts'
import { Icon } from '../icon.tsx'

interface ChoiceMenuProps<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value | null
  readonly isOpen: boolean
  /** The button that opens it, which has the focus again afterwards. */
  readonly anchor: HTMLElement
  readonly onChange: (value: Value) => void
  readonly onClose: () => void
}

/** One of a few: a single list for the buttons of many cells. */
export function ChoiceMenu<Value extends string>({
  label,
  options,
  value,
  isOpen,
  anchor,
  onChange,
  onClose,
}: ChoiceMenuProps<Value>) {
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} sideOffset={4} align="start" className="z-30 outline-none">
          <Menu.Popup
            aria-label={label}
            finalFocus={() => anchor}
            className={`${POPUP_LOOK} min-w-40`}
          >
            <Menu.RadioGroup value={value}>
              {options.map((option) => (
                <Menu.RadioItem
                  key={option.value}
                  value={option.value}
                  closeOnClick
                  onClick={() => onChange(option.value)}
                  className={POPUP_ITEM_LOOK}
                >
                  <span className="flex-1">{option.label}</span>
                  {option.value === value && <Icon name="check" size="size-4" />}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
