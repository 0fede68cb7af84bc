import { onDensityChange, readPlotStyle } from '../../../timing/plot/plot-frame.ts'
import type { CompareView } from './compare-view.ts'
import { paintStrip } from './paint-strip.ts'
import type { StripData } from './strip-data.ts'
import { stripFrame, stripHeight } from './strip-frame.ts'

export interface StripPlot {
  readonly resize: (width: number) => void
  readonly show: (strip: StripData) => void
  readonly destroy: () => void
}

/** A strip in its place, painted again in the next frame when its laps, its width or the zoom change. */
export function createStripPlot(host: HTMLElement, view: CompareView): StripPlot {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  let strip: StripData | null = null
  let width = 0
  let frameId = 0
  host.append(canvas)

  function paint(): void {
    frameId = 0
    if (!context || !strip || width === 0) return
    const height = stripHeight(strip)
    const [deviceWidth, deviceHeight] = [width, height].map((size) =>
      Math.round(size * devicePixelRatio),
    )
    // Setting the size clears the canvas, and costs memory where it stays the same.
    if (canvas.width !== deviceWidth || canvas.height !== deviceHeight) {
      canvas.width = deviceWidth ?? 0
      canvas.height = deviceHeight ?? 0
      canvas.style.cssText = `display:block;width:${width}px;height:${height}px`
    }
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    context.clearRect(0, 0, width, height)
    paintStrip(context, stripFrame(width, strip, view.window.get()), strip, readPlotStyle())
  }

  function schedule(): void {
    if (frameId === 0) frameId = requestAnimationFrame(paint)
  }

  const forgetWindow = view.window.subscribe(schedule)
  const forgetDensity = onDensityChange(schedule)
  document.fonts.addEventListener('loadingdone', schedule)

  return {
    resize(next) {
      if (next === width) return
      width = next
      schedule()
    },
    show(next) {
      strip = next
      schedule()
    },
    destroy() {
      cancelAnimationFrame(frameId)
      forgetWindow()
      forgetDensity()
      document.fonts.removeEventListener('loadingdone', schedule)
      canvas.remove()
    },
  }
}
