import 'uplot/dist/uPlot.min.css'
import { useLayoutEffect, useRef } from 'react'
import type { HoveredLap } from './hovered-lap.ts'
import { createLinePlot, type LinePlot, type Plotted } from './line-plot.ts'

interface LineChartProps {
  readonly label: string
  /** The chart is drawn anew when this is another object. */
  readonly plotted: Plotted
  readonly selected: readonly number[]
  readonly hovered: HoveredLap
}

/** Lines over laps. What they say is in the table and the legend of the same card. */
export function LineChart({ label, plotted, selected, hovered }: LineChartProps) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<LinePlot>(null)
  const latest = useRef(selected)

  useLayoutEffect(() => {
    const element = host.current
    if (!element) return undefined
    // The observer is told the width once the page is laid out; to ask for it here would lay it
    // out anew for every chart.
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0)
      if (width === 0) return
      if (plot.current) return plot.current.resize(width)
      plot.current = createLinePlot(element, width, plotted, hovered)
      plot.current.select(latest.current)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.current?.destroy()
      plot.current = null
    }
  }, [plotted, hovered])

  useLayoutEffect(() => {
    latest.current = selected
    plot.current?.select(selected)
  }, [selected])

  return (
    <div
      ref={host}
      role="img"
      aria-label={label}
      className="line-chart timing h-[340px] w-full min-w-0 overflow-hidden"
    />
  )
}
