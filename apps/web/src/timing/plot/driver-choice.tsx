import { useText } from '../../messages/use-text.ts'
import type { ChartDriver } from '../laps/chart-driver.ts'

interface DriverChoiceProps {
  readonly drivers: readonly ChartDriver[]
  /** An empty list stands for all. */
  readonly selected: readonly number[]
  readonly onSelect: (drivers: readonly number[]) => void
}

/** Lets the reader choose the drivers whom the charts show in colour. */
export function DriverChoice({ drivers, selected, onSelect }: DriverChoiceProps) {
  const t = useText()
  function toggle(driverIdx: number) {
    onSelect(
      selected.includes(driverIdx)
        ? selected.filter((one) => one !== driverIdx)
        : [...selected, driverIdx],
    )
  }
  return (
    <ul
      aria-label={t('charts.drivers')}
      className="flex gap-1.5 max-xl:overflow-x-auto xl:flex-wrap"
    >
      <li className="max-xl:-order-2">
        <button
          type="button"
          aria-pressed={selected.length === 0}
          onClick={() => onSelect([])}
          className={CHIP_LOOK}
        >
          {t('charts.all')}
        </button>
      </li>
      {drivers.map(({ driverIdx, name, code, colour, isSecond }) => (
        // Where the drivers are one line that scrolls, those in colour come first.
        <li key={driverIdx} className={selected.includes(driverIdx) ? 'max-xl:-order-1' : ''}>
          <button
            type="button"
            aria-label={`${code}, ${name}`}
            title={name}
            aria-pressed={selected.includes(driverIdx)}
            onClick={() => toggle(driverIdx)}
            className={CHIP_LOOK}
          >
            <LineSample colour={colour} isSecond={isSecond} />
            {code}
          </button>
        </li>
      ))}
    </ul>
  )
}

function LineSample({ colour, isSecond }: { colour: string; isSecond: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`w-4 shrink-0 border-t-[3px] ${isSecond ? 'border-dashed' : ''}`}
      style={{ borderColor: colour }}
    />
  )
}

const CHIP_LOOK =
  'timing control inline-flex shrink-0 items-center gap-1.5 rounded-m border border-line px-2 text-muted hover:text-text aria-pressed:border-text aria-pressed:bg-raised aria-pressed:font-semibold aria-pressed:text-text'
