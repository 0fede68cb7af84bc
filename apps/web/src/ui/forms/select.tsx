import { CONTROL_LOOK } from '../control-style.ts'
import { useFieldControl } from './field.tsx'

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
  /** The control shows this while nothing is chosen. */
  readonly placeholder?: string
  /** It is its name outside a Field. */
  readonly label?: string
  readonly disabled?: boolean
}

/** Chooses one of a few, in the browser's own list. */
export function Select<Value extends string>({
  options,
  value,
  onChange,
  placeholder,
  label,
  ...rest
}: SelectProps<Value>) {
  return (
    <select
      {...useFieldControl()}
      {...rest}
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => {
        const chosen = options.find((option) => option.value === target.value)
        if (chosen) onChange(chosen.value)
      }}
      className={`${CONTROL_LOOK} truncate`}
    >
      {value === null && (
        <option value="" disabled>
          {placeholder}
        </option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
