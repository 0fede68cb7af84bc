interface FooterChoiceProps<Value extends string> {
  readonly label: string
  /** `lang` is the language of the label where it is another one than the page's. */
  readonly choices: readonly {
    readonly value: Value
    readonly label: string
    readonly lang?: string
  }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** Chooses one of a few words at the foot of each page. */
export function FooterChoice<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: FooterChoiceProps<Value>) {
  return (
    <fieldset className="-mx-2.5 flex gap-1">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          lang={choice.lang}
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          className="min-h-11 rounded-m px-2.5 text-muted hover:bg-raised hover:text-text aria-pressed:text-text aria-pressed:underline aria-pressed:underline-offset-4"
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}
