import { knownLineWidth } from '../chart-place.ts'
import type { LinePlotData } from './line-plot-data.ts'
import { paintPlot } from './paint-plot.ts'
import { createPlotCanvas } from './plot-canvas.ts'
import { PLOT_HEIGHT, type PlotFrame, plotFrame } from './plot-frame.ts'
import { followGestures } from './plot-gestures.ts'
import type { Plot } from './plot-host.tsx'
import { readPlotStyle } from './plot-style.ts'
import type { PlotView } from './plot-view.ts'

interface ShownLines {
  readonly plotted: LinePlotData
  /** No selected driver stands for all. */
  readonly selected: readonly number[]
}

const OVERLAY = 'pointer-events-none absolute left-0'

/** Draws once it has its width; other data, drivers and zoom repaint it, pointing moves a cursor only. */
export function createLinePlot(host: HTMLElement, view: PlotView): Plot<ShownLines> {
  const cursor = document.createElement('div')
  cursor.className = `${OVERLAY} border-l border-dashed border-muted`
  const marked = document.createElement('div')
  marked.className = `${OVERLAY} hidden bg-text/10`
  let shown: ShownLines | null = null
  let width = knownLineWidth()
  let isDrawn = false
  let stopGestures: (() => void) | null = null

  const frameNow = (plotted: LinePlotData): PlotFrame =>
    plotFrame(width, plotted, view.window.get())

  const canvas = createPlotCanvas(host, {
    height: () => PLOT_HEIGHT,
    paint(context) {
      if (!shown) return false
      paintPlot(context, frameNow(shown.plotted), shown.plotted, readPlotStyle(), shown.selected)
      return true
    },
  })
  const forgetWindow = view.window.subscribe(canvas.repaint)

  /** What lies beside the lines depends on what is shown first, and stays. */
  function placeOverlays(plotted: LinePlotData): void {
    const { left, right, top, bottom } = frameNow(plotted)
    for (const overlay of [cursor, marked]) {
      overlay.style.top = `${top}px`
      overlay.style.height = `${bottom - top}px`
    }
    if (stopGestures) return
    host.append(cursor, marked)
    const margins = { left, right: width - right }
    stopGestures = followGestures(host, { cursor, marked }, view, () => margins)
  }

  return {
    resize(next) {
      width = next
      if (!shown) return
      placeOverlays(shown.plotted)
      canvas.resize(next)
      isDrawn = true
    },
    show(next) {
      const isShown =
        next.plotted === shown?.plotted && String(next.selected) === String(shown.selected)
      if (isShown) return
      shown = next
      if (width === 0) return
      placeOverlays(next.plotted)
      if (isDrawn) canvas.repaint()
      else canvas.resize(width)
      isDrawn = true
    },
    destroy() {
      stopGestures?.()
      forgetWindow()
      canvas.destroy()
      cursor.remove()
      marked.remove()
    },
  }
}
