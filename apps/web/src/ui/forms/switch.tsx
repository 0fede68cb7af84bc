import { Switch as BaseSwitch } from '@base-ui/react/switch'
import type { ToggleProps } from './checkbox.tsx'

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
