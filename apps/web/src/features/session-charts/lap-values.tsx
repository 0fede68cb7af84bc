import { useText } from '../../messages/use-text.ts'
import type { HoveredLap } from './laps/hovered-lap.ts'
import { useHoveredLap } from './laps/hovered-lap.ts'
import type { PlotLine } from './plot/line-plot-data.ts'

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
          <li
            key={driver.driverIdx}
            title={driver.name}
            className={`flex items-center gap-1.5 font-semibold before:w-4 before:shrink-0 before:border-t-[3px] before:border-inherit ${driver.isSecond ? 'before:border-dashed' : ''}`}
            style={{ borderColor: driver.colour }}
          >
            {driver.code}
            <span className="ml-auto font-medium tabular-nums">{format(values[lap] ?? null)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
