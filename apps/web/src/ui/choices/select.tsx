import { Select as BaseSelect } from '@base-ui/react/select'
import { CONTROL_LOOK, POPUP_LOOK, POPUP_ITEM_LOOK } from '../control-style.ts'
import { Icon } from '../icon.tsx'

export interface Option<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly disabled?: boolean
}

interface SelectProps<Value extends string> {
  readonly options: readonly Option<Value>[]
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  readonly name?: string
  /** What stands there while nothing is chosen. */
  readonly placeholder?: string
  /** Its name where no Field gives one. */
  readonly label?: string
  readonly disabled?: boolean
}

/** One of a few. Inside a Field it is named by it. */
export function Select<Value extends string>({
  options,
  value,
  onChange,
  placeholder,
  label,
  ...rest
}: SelectProps<Value>) {
  return (
    <BaseSelect.Root
      {...rest}
      items={options}
      value={value}
      onValueChange={(chosen) => {
        if (chosen !== null) onChange(chosen)
      }}
    >
      <BaseSelect.Trigger
        aria-label={label}
        className={`${CONTROL_LOOK} flex items-center justify-between gap-2 text-left data-popup-open:border-secondary`}
      >
        <BaseSelect.Value
          placeholder={placeholder}
          className="min-w-0 truncate data-placeholder:text-faint"
        />
        <BaseSelect.Icon className="text-muted">
          <Icon name="chevronDown" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-30">
          <BaseSelect.Popup className={`${POPUP_LOOK} min-w-[var(--anchor-width)]`}>
            <BaseSelect.List className="max-h-[min(24rem,var(--available-height))] overflow-y-auto">
              {options.map((option) => (
                <BaseSelect.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled ?? false}
                  className={`${POPUP_ITEM_LOOK} justify-between`}
                >
                  <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                  <BaseSelect.ItemIndicator className="text-secondary">
                    <Icon name="check" size="size-4" />
                  </BaseSelect.ItemIndicator>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}
