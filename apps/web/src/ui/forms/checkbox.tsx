import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { Switch as BaseSwitch } from '@base-ui/react/switch'

interface ToggleProps {
  readonly label: ReactNode
  readonly name?: string
  readonly checked?: boolean
  readonly defaultChecked?: boolean
  readonly onChange?: (checked: boolean) => void
  readonly disabled?: boolean
  readonly required?: boolean
}

export function Checkbox({ label, onChange, ...rest }: ToggleProps) {
  return (
    <label className="control flex w-fit cursor-pointer items-center gap-3 has-data-disabled:cursor-not-allowed has-data-disabled:text-faint">
      <BaseCheckbox.Root
        {...rest}
        onCheckedChange={(checked) => onChange?.(checked)}
        className="grid size-5.5 shrink-0 place-items-center rounded-s border-2 border-faint bg-page transition-colors data-checked:border-secondary data-checked:bg-secondary data-checked:text-page data-disabled:opacity-60"
      >
        <BaseCheckbox.Indicator className="grid data-unchecked:hidden">
          <Icon name="check" size="size-4" />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <span>{label}</span>
    </label>
  )
}

/** On or off, in force at once. */
export function Switch({ label, onChange, ...rest }: ToggleProps) {
  return (
    <label className="control flex w-fit cursor-pointer items-center gap-3 has-data-disabled:cursor-not-allowed has-data-disabled:text-faint">
      <BaseSwitch.Root
        {...rest}
        onCheckedChange={(checked) => onChange?.(checked)}
        className="group flex h-6 w-11 shrink-0 items-center rounded-full border-2 border-faint bg-page px-0.5 transition-colors data-checked:border-secondary data-checked:bg-secondary data-disabled:opacity-60"
      >
        <BaseSwitch.Thumb className="size-4 rounded-full bg-faint transition-[translate,background-color] data-checked:translate-x-5 data-checked:bg-page" />
      </BaseSwitch.Root>
      <span>{label}</span>
    </label>
  )
}
