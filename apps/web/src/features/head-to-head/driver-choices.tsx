import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'

interface DriverChoicesProps {
  readonly names: readonly string[]
  /** It is empty as long as none is chosen. */
  readonly first: string
  readonly second: string
  /** The first driver is whose page led here. */
  readonly isFirstFixed?: boolean
  readonly onChoose: (first: string, second: string) => void
}

/** Chooses two of the drivers who can be compared; a name of the address that is none of them stays unchosen. */
export function DriverChoices({
  names,
  first,
  second,
  isFirstFixed = false,
  onChoose,
}: DriverChoicesProps) {
  const t = useText()
  const optionsWithout = (other: string) =>
    names.filter((name) => name !== other).map((name) => ({ value: name, label: name }))
  const chosen = (name: string) => (names.includes(name) ? name : null)
  return (
    <div className="flex flex-wrap gap-4">
      {!isFirstFixed && (
        <div className="w-full sm:w-64">
          <Field label={t('drivers.first')}>
            <Select
              options={optionsWithout(second)}
              value={chosen(first)}
              placeholder={t('drivers.choose')}
              onChange={(name) => onChoose(name, second)}
            />
          </Field>
        </div>
      )}
      <div className="w-full sm:w-64">
        <Field label={t('drivers.second')}>
          <Select
            options={optionsWithout(first)}
            value={chosen(second)}
            placeholder={t('drivers.choose')}
            onChange={(name) => onChoose(first, name)}
          />
        </Field>
      </div>
    </div>
  )
}
