import { createPlotCanvas, type PlotCanvas } from '../../../timing/plot/plot-canvas.ts'
import { readPlotStyle } from '../../../timing/plot/plot-style.ts'
import type { PlotView } from '../../../timing/plot/plot-view.ts'
import { paintStrip } from './paint-strip.ts'
import type { StripData } from './strip-data.ts'
import { stripFrame, stripHeight } from './strip-frame.ts'

export interface StripPlot extends Pick<PlotCanvas, 'resize' | 'destroy'> {
  readonly show: (strip: StripData) => void
}

/** Puts a strip in its place; it is painted again when its laps, its width or the zoom change. */
export function createStripPlot(host: HTMLElement, view: PlotView): StripPlot {
  let strip: StripData | null = null
  const canvas = createPlotCanvas(host, {
    height: () => (strip ? stripHeight(strip) : 0),
    paint(context, width) {
      if (!strip) return false
      paintStrip(context, stripFrame(width, strip, view.window.get()), strip, readPlotStyle())
      return true
    },
  })
  const forgetWindow = view.window.subscribe(canvas.repaint)
  return {
    resize: canvas.resize,
    show(next) {
      strip = next
      canvas.repaint()
    },
    destroy() {
      forgetWindow()
      canvas.destroy()
    },
  }
}
