import { useCallback } from 'react'
import { PlotHost } from '../../../timing/plot/plot-host.tsx'
import type { PlotView } from '../../../timing/plot/plot-view.ts'
import type { StripData } from './strip-data.ts'
import { stripHeight } from './strip-frame.ts'
import { createStripPlot } from './strip-plot.ts'

interface StripChartProps {
  readonly label: string
  /** The strip is painted again when this is another object. */
  readonly strip: StripData
  readonly view: PlotView
}

/** Draws one channel of all laps. Its values stand above it and in the table. */
export function StripChart({ label, strip, view }: StripChartProps) {
  const create = useCallback((host: HTMLElement) => createStripPlot(host, view), [view])
  return (
    <PlotHost
      label={label}
      height={stripHeight(strip)}
      className=""
      shown={strip}
      create={create}
    />
  )
}
