import { Menu } from '@base-ui/react/menu'
import { POPUP_ITEM_LOOK } from '../control-style.ts'
import { Icon } from '../icon.tsx'
import { MenuFrame, type MenuFrameProps } from './menu-frame.tsx'

interface ChoiceMenuProps<Value extends string> extends MenuFrameProps {
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value | null
  readonly onChange: (value: Value) => void
}

/** Chooses one of a few: the buttons of many cells share a single list. */
export function ChoiceMenu<Value extends string>({
  options,
  value,
  onChange,
  ...frame
}: ChoiceMenuProps<Value>) {
  return (
    <MenuFrame {...frame} align="start">
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
    </MenuFrame>
  )
}
