import { useText } from '../../messages/use-text.ts'
import { driverCode } from '../race/car-identity.ts'
import { useLive } from '../race/use-live.ts'

interface CompareChoiceProps {
  /** The compared driver is `drivers[place]`. */
  readonly place: number
  readonly value: number | null
  readonly onChange: (place: number | null) => void
}

/** Lets the reader choose the driver whose laps are compared with these. */
export function CompareChoice({ place, value, onChange }: CompareChoiceProps) {
  const t = useText()
  const codes =
    useLive(({ drivers }) => drivers.map((_, each) => driverCode(drivers, each)).join('\n')) ?? ''
  return (
    <select
      aria-label={t('panels.compareWith')}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      className="control max-w-40 rounded-m border border-line bg-page px-2 text-small"
    >
      <option value="">{t('panels.compare')}</option>
      {codes.split('\n').map((code, each) =>
        each === place ? null : (
          <option key={each} value={each}>
            {code}
          </option>
        ),
      )}
    </select>
  )
}
