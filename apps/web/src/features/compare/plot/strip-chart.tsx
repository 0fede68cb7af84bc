import { useLayoutEffect, useRef } from 'react'
import type { CompareView } from './compare-view.ts'
import type { StripData } from './strip-data.ts'
import { stripHeight } from './strip-frame.ts'
import { createStripPlot, type StripPlot } from './strip-plot.ts'

interface StripChartProps {
  readonly label: string
  /** Painted again when this is another object. */
  readonly strip: StripData
  readonly view: CompareView
}

/** One channel of all laps. Its values stand above it and in the table. */
export function StripChart({ label, strip, view }: StripChartProps) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<StripPlot>(null)
  const latest = useRef(strip)

  useLayoutEffect(() => {
    const element = host.current
    if (!element) return undefined
    const created = createStripPlot(element, view)
    plot.current = created
    created.show(latest.current)
    const observer = new ResizeObserver(([entry]) => {
      created.resize(Math.floor(entry?.contentRect.width ?? 0))
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      created.destroy()
      plot.current = null
    }
  }, [view])

  useLayoutEffect(() => {
    latest.current = strip
    plot.current?.show(strip)
  }, [strip])

  return (
    <div
      ref={host}
      role="img"
      aria-label={label}
      className="timing w-full min-w-0 overflow-hidden"
      style={{ height: stripHeight(strip) }}
    />
  )
}
