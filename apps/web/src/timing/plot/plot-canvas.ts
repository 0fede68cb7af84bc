import { onDensityChange } from '../screen-density.ts'

/** It is the canvas of a chart in its place. */
export interface PlotCanvas {
  /** Paints at once, unless it is as wide already. */
  readonly resize: (width: number) => void
  /** Paints in the next frame, so that many changes are one. */
  readonly repaint: () => void
  readonly destroy: () => void
}

interface PlotCanvasParts {
  /** Returns the height in pixels of the page. */
  readonly height: () => number
  /** It returns false as long as there is nothing to paint. */
  readonly paint: (context: CanvasRenderingContext2D, width: number) => boolean
}

/**
 * Paints while the chart is in sight, for paper, and again when letters arrive or the density of the screen changes.
 * The canvas joins the page once it is painted: setting a font of one that is in the page would lay the page out.
 */
export function createPlotCanvas(
  host: HTMLElement,
  { height, paint }: PlotCanvasParts,
): PlotCanvas {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  let width = 0
  let frameId = 0
  let isInSight = true
  let isStale = false

  function draw(): void {
    cancelAnimationFrame(frameId)
    frameId = 0
    isStale = !isInSight
    if (isStale || !context || width === 0) return
    const heightPx = height()
    const [deviceWidth = 0, deviceHeight = 0] = [width, heightPx].map((size) =>
      Math.round(size * devicePixelRatio),
    )
    // Setting the size clears the canvas, and costs memory where it stays the same.
    if (canvas.width !== deviceWidth || canvas.height !== deviceHeight) {
      canvas.width = deviceWidth
      canvas.height = deviceHeight
      canvas.style.cssText = `display:block;width:${width}px;height:${heightPx}px`
    }
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    context.clearRect(0, 0, width, heightPx)
    if (paint(context, width) && !canvas.isConnected) host.prepend(canvas)
  }

  function repaint(): void {
    if (!canvas.isConnected) draw()
    else if (frameId === 0) frameId = requestAnimationFrame(draw)
  }

  function setInSight(isInSightNow: boolean): void {
    isInSight = isInSightNow
    if (isStale) draw()
  }

  const sight = new IntersectionObserver((entries) => {
    setInSight(entries.at(-1)?.isIntersecting ?? true)
  })
  sight.observe(host)
  /** No frame comes before the paper is drawn. */
  function showOnPaper(): void {
    setInSight(true)
    if (frameId !== 0) draw()
  }
  addEventListener('beforeprint', showOnPaper)
  const forgetDensity = onDensityChange(repaint)
  // On a slow line the chart may be drawn before its font has loaded, and letters such as Ł come even later.
  document.fonts.addEventListener('loadingdone', repaint)

  return {
    resize(next) {
      if (next === width) return
      width = next
      draw()
    },
    repaint,
    destroy() {
      cancelAnimationFrame(frameId)
      sight.disconnect()
      removeEventListener('beforeprint', showOnPaper)
      forgetDensity()
      document.fonts.removeEventListener('loadingdone', repaint)
      canvas.remove()
    },
  }
}
