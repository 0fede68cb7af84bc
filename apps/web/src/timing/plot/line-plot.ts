import type { HoveredLap } from '../laps/hovered-lap.ts'
import type { LinePlotData } from './line-plot-data.ts'
import { paintPlot } from './paint-plot.ts'
import {
  PLOT_HEIGHT,
  type PlotFrame,
  plotFrame,
  readPlotStyle,
  onDensityChange,
} from './plot-frame.ts'

export interface LinePlot {
  /** Draws, unless it is as wide already. */
  readonly resize: (width: number) => void
  /** No selected driver: all. */
  readonly show: (plotted: LinePlotData, selected: readonly number[]) => void
  readonly destroy: () => void
}

/**
 * Where charts are painted before the page gets them: setting a font of a canvas that is in the page
 * would lay the page out.
 */
let easel: HTMLCanvasElement | null = null

/** Draws once it has its width; other data and drivers repaint it, pointing moves a cursor only. */
export function createLinePlot(host: HTMLElement, hovered: HoveredLap): LinePlot {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  const cursor = document.createElement('div')
  cursor.className = 'pointer-events-none absolute left-0 border-l border-dashed border-muted'
  let plotted: LinePlotData | null = null
  let selected: readonly number[] = []
  let drawnWidth = 0
  let frame: PlotFrame | undefined
  let isInSight = true
  let isStale = false

  function paint(): void {
    isStale = !isInSight
    if (isStale || !context || !frame || !plotted) return
    easel ??= document.createElement('canvas')
    const painter = easel.getContext('2d')
    if (!painter) return
    // Setting the size clears it.
    canvas.width = Math.round(drawnWidth * devicePixelRatio)
    canvas.height = Math.round(PLOT_HEIGHT * devicePixelRatio)
    easel.width = canvas.width
    easel.height = canvas.height
    painter.scale(devicePixelRatio, devicePixelRatio)
    paintPlot(painter, frame, plotted, readPlotStyle(), selected)
    context.drawImage(easel, 0, 0)
  }

  function setInSight(isInSightNow: boolean): void {
    isInSight = isInSightNow
    if (isStale) paint()
  }

  function resize(width: number): void {
    if (width === drawnWidth) return
    drawnWidth = width
    canvas.style.cssText = `display:block;width:${width}px;height:${PLOT_HEIGHT}px`
    layOut()
  }

  function layOut(): void {
    if (!plotted) return
    frame = plotFrame(drawnWidth, plotted)
    cursor.style.cssText = `top:${frame.top}px;height:${frame.bottom - frame.top}px`
    paint()
    point()
    if (!canvas.isConnected) host.append(canvas, cursor)
  }

  function point(): void {
    if (frame) cursor.style.transform = `translateX(${frame.xOf(hovered.lap())}px)`
  }

  function follow({ offsetX }: PointerEvent): void {
    if (frame) hovered.hover(frame.lapAt(offsetX))
  }
  /** A finger leaves when it is lifted: what it has pointed at stays. */
  function leave({ pointerType }: PointerEvent): void {
    if (pointerType !== 'touch') hovered.hover(null)
  }
  host.addEventListener('pointermove', follow)
  // A finger that only taps does not move.
  host.addEventListener('pointerdown', follow)
  host.addEventListener('pointerleave', leave)
  const sight = new IntersectionObserver((entries) => {
    setInSight(entries.at(-1)?.isIntersecting ?? true)
  })
  sight.observe(host)
  const show = () => setInSight(true)
  addEventListener('beforeprint', show)
  const forgetLap = hovered.subscribe(point)
  const forgetDensity = onDensityChange(paint)
  // Who reads over a slow line may get the chart before its letters, a name like Łuk later still.
  document.fonts.addEventListener('loadingdone', paint)

  return {
    resize,
    show: (next, drivers) => {
      const isSelectedNow = String(drivers) === String(selected)
      if (next === plotted && isSelectedNow) return
      plotted = next
      selected = drivers
      if (drawnWidth > 0) layOut()
    },
    destroy: () => {
      sight.disconnect()
      removeEventListener('beforeprint', show)
      forgetLap()
      forgetDensity()
      document.fonts.removeEventListener('loadingdone', paint)
      host.removeEventListener('pointermove', follow)
      host.removeEventListener('pointerdown', follow)
      host.removeEventListener('pointerleave', leave)
      host.replaceChildren()
    },
  }
}
