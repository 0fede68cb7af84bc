import { useLayoutEffect, useRef } from 'react'
import { knownLineWidth, observeLineWidth } from '../chart-place.ts'
import type { HoveredLap } from '../laps/hovered-lap.ts'
import { createLinePlot, type LinePlot } from './line-plot.ts'
import type { LinePlotData } from './line-plot-data.ts'

interface LineChartProps {
  readonly label: string
  /** Drawn again when this is another object. */
  readonly plotted: LinePlotData
  readonly selected: readonly number[]
  readonly hovered: HoveredLap
}

/** Lines over laps. What they say is in the table and the legend of the same card. */
export function LineChart({ label, plotted, selected, hovered }: LineChartProps) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<LinePlot>(null)
  const latest = useRef({ plotted, selected })

  useLayoutEffect(() => {
    const element = host.current
    if (!element) return undefined
    const made = createLinePlot(element, hovered)
    plot.current = made
    made.show(latest.current.plotted, latest.current.selected)
    made.resize(knownLineWidth())
    const forget = observeLineWidth(element, made.resize)
    return () => {
      forget()
      made.destroy()
      plot.current = null
    }
  }, [hovered])

  useLayoutEffect(() => {
    latest.current = { plotted, selected }
    plot.current?.show(plotted, selected)
  }, [plotted, selected])

  return (
    <div
      ref={host}
      role="img"
      aria-label={label}
      className="line-chart timing relative h-[340px] w-full min-w-0 overflow-hidden"
    />
  )
}
