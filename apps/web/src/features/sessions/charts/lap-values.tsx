import { useText } from '../../../messages/use-text.ts'
import type { HoveredLap } from './hovered-lap.ts'
import { useHoveredLap } from './hovered-lap.ts'
import type { PlotLine } from './line-plot.ts'

interface LapValuesProps {
  readonly lines: readonly PlotLine[]
  readonly selected: readonly number[]
  readonly hovered: HoveredLap
  readonly format: (value: number | null) => string
}

/** What the lines say at the lap that is pointed at. */
export function LapValues({ lines, selected, hovered, format }: LapValuesProps) {
  const text = useText()
  const lap = useHoveredLap(hovered)
  const shown = lines.filter(
    ({ driverIdx }) => selected.length === 0 || selected.includes(driverIdx),
  )
  return (
    <div className="timing mt-2 text-small">
      <p className="text-muted">{text('session.lapNumber', { lap })}</p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.25rem,1fr))] gap-x-4">
        {shown.map(({ driver, values }) => (
          <li key={driver.driverIdx} className="flex items-center gap-1.5" title={driver.name}>
            <LineSample colour={driver.colour} isSecond={driver.isSecond} />
            <span className="font-semibold">{driver.code}</span>
            <span className="ml-auto tabular-nums">{format(values[lap] ?? null)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function LineSample({ colour, isSecond }: { colour: string; isSecond: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`w-4 shrink-0 border-t-[3px] ${isSecond ? 'border-dashed' : ''}`}
      style={{ borderColor: colour }}
    />
  )
}
