import { useText } from '../../messages/use-text.ts'
import { formatLapsDown } from '../../timing/format-gap.ts'
import { CONTROL_LOOK } from '../../ui/control-style.ts'
import { readLapsBehind } from './result-rows.ts'

const LAPS_MAX = 10

interface LapsBehindChoiceProps {
  /** What stands in the field for the time or the gap. */
  readonly time: string
  readonly label: string
  readonly onTime: (time: string) => void
}

/** The keys of a phone for numbers have neither the plus nor the letters of `+1 lap`. */
export function LapsBehindChoice({ time, label, onTime }: LapsBehindChoiceProps) {
  const text = useText()
  const behind = readLapsBehind(time) ?? 0
  const offered = Array.from({ length: Math.max(LAPS_MAX, behind) }, (_, index) => index + 1)
  return (
    <label data-field="behind" data-more="" className="flex min-w-0 flex-col gap-0.5">
      <span aria-hidden="true" data-label="" className="text-small text-muted">
        {text('organiser.lapsBehind')}
      </span>
      <select
        value={behind}
        aria-label={label}
        onChange={({ target }) => {
          const laps = Number(target.value)
          onTime(laps === 0 ? '' : formatLapsDown(laps, text))
        }}
        className={CONTROL_LOOK}
      >
        <option value={0}>–</option>
        {offered.map((laps) => (
          <option key={laps} value={laps}>
            {formatLapsDown(laps, text)}
          </option>
        ))}
      </select>
    </label>
  )
}
