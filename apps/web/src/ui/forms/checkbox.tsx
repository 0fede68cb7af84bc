import type { ReactNode } from 'react'
import { useFieldControl } from './field.tsx'

interface ToggleProps {
  readonly label: ReactNode
  readonly name?: string
  readonly checked?: boolean
  readonly defaultChecked?: boolean
  readonly onChange?: (checked: boolean) => void
  readonly disabled?: boolean
}

export function Checkbox(props: ToggleProps) {
  return (
    <Toggle
      {...props}
      className="size-5.5 shrink-0 cursor-[inherit] accent-text disabled:opacity-60"
    />
  )
}

/** A switch takes effect at once. */
export function Switch(props: ToggleProps) {
  return (
    <Toggle
      {...props}
      isSwitch
      className="h-6 w-11 shrink-0 cursor-[inherit] appearance-none rounded-full border-2 border-faint bg-page px-0.5 transition-colors before:mt-0.5 before:block before:size-4 before:rounded-full before:bg-faint before:transition-[translate,background-color] checked:border-text checked:bg-text checked:before:translate-x-5 checked:before:bg-page disabled:opacity-60"
    />
  )
}

function Toggle({
  label,
  isSwitch = false,
  checked,
  onChange,
  ...rest
}: ToggleProps & { readonly className: string; readonly isSwitch?: boolean }) {
  return (
    <label className="control flex w-fit cursor-pointer items-center gap-3 has-disabled:cursor-not-allowed has-disabled:text-faint">
      <input
        {...useFieldControl()}
        {...rest}
        {...(checked === undefined ? {} : { checked })}
        type="checkbox"
        role={isSwitch ? 'switch' : undefined}
        onChange={({ target }) => onChange?.(target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
