interface ChoiceBarProps<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** Chooses one of two to four, side by side and in force at once. */
export function ChoiceBar<Value extends string>({
  label,
  options,
  value,
  onChange,
}: ChoiceBarProps<Value>) {
  return (
    <fieldset className="flex rounded-m border border-line bg-panel p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="timing control flex-1 rounded-s px-3 whitespace-nowrap text-muted transition-colors hover:text-text aria-pressed:bg-line aria-pressed:font-semibold aria-pressed:text-text"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
