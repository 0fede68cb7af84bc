import { useCallback, useMemo } from 'react'
import { rememberLineWidth } from '../chart-place.ts'
import type { HoveredLap } from './hovered-lap.ts'
import { createLinePlot } from './line-plot.ts'
import type { LinePlotData } from './line-plot-data.ts'
import { PLOT_HEIGHT } from './plot-frame.ts'
import { PlotHost } from './plot-host.tsx'

interface LineChartProps {
  readonly label: string
  /** The chart is drawn again when this is another object. */
  readonly plotted: LinePlotData
  readonly selected: readonly number[]
  readonly hovered: HoveredLap
}

/** Draws lines over laps. What they say is in the table and the legend of the same card. */
export function LineChart({ label, plotted, selected, hovered }: LineChartProps) {
  const shown = useMemo(() => ({ plotted, selected }), [plotted, selected])
  const create = useCallback(
    (host: HTMLElement) => {
      const plot = createLinePlot(host, hovered.view)
      return {
        ...plot,
        resize(width: number) {
          rememberLineWidth(width)
          plot.resize(width)
        },
      }
    },
    [hovered],
  )
  return (
    <PlotHost
      label={label}
      height={PLOT_HEIGHT}
      className="line-chart relative touch-pan-y select-none"
      shown={shown}
      create={create}
    />
  )
}
