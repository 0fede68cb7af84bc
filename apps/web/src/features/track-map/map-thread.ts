import type { MapNews, MapPainter } from './map-news.ts'
import type { MapFont, MapMessage } from './map-worker.ts'

/** The labels of the map have this weight. */
const WEIGHT = '600'

/**
 * Paints the map in a worker, whose frames cost the page nothing and come while it is busy. Where a browser has no
 * canvas for workers, or the worker does not start, the same painter runs in the page.
 */
export function startPainter(place: Element): MapPainter {
  let known: MapNews = {}
  let isStopped = false
  let painter: MapPainter | null = canPaintInWorker() ? tryWorker() : null
  if (painter === null) paintHere()

  function tryWorker(): MapPainter | null {
    try {
      return startWorker(place, paintHere)
    } catch {
      // The policy of a proxy before the site can forbid workers.
      return null
    }
  }

  function paintHere(): void {
    painter?.stop()
    painter = null
    void startHere()
  }

  async function startHere(): Promise<void> {
    const { createMapPainter } = await import('./map-painter.ts')
    if (isStopped) return
    painter = createMapPainter(addCanvases(place))
    painter.show(known)
  }

  return {
    show(news) {
      known = { ...known, ...news }
      painter?.show(news)
    },
    stop() {
      isStopped = true
      painter?.stop()
      place.replaceChildren()
    },
  }
}

function canPaintInWorker(): boolean {
  return typeof Worker === 'function' && 'transferControlToOffscreen' in HTMLCanvasElement.prototype
}

function startWorker(place: Element, onFailed: () => void): MapPainter {
  const worker = new Worker(new URL('./map-worker.ts', import.meta.url), { type: 'module' })
  const send = (message: MapMessage, transfer: Transferable[] = []) =>
    worker.postMessage(message, transfer)
  const elements = addCanvases(place)
  const canvases = {
    track: elements.track.transferControlToOffscreen(),
    cars: elements.cars.transferControlToOffscreen(),
  }
  send({ kind: 'start', canvases, fonts: readFonts() }, [canvases.track, canvases.cars])
  worker.addEventListener('error', onFailed, { once: true })
  return {
    show: (news) => send({ kind: 'show', news }),
    stop: () => worker.terminate(),
  }
}

/** React knows the place alone: a canvas that was given to a worker cannot be painted by anybody else later. */
function addCanvases(place: Element) {
  const add = () => {
    const canvas = document.createElement('canvas')
    canvas.className = 'absolute size-full'
    place.append(canvas)
    return canvas
  }
  place.replaceChildren()
  return { track: add(), cars: add() }
}

/** Returns the fonts of the style sheets, which a worker does not have. */
function readFonts(): MapFont[] {
  return [...document.styleSheets]
    .filter(({ href }) => href === null || new URL(href).origin === location.origin)
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .map(({ style }) => ({
      family: style.getPropertyValue('font-family').replaceAll(/["']/g, ''),
      source: style.getPropertyValue('src'),
      weight: style.getPropertyValue('font-weight'),
      unicodeRange: style.getPropertyValue('unicode-range') || 'U+0-10FFFF',
    }))
    .filter(({ source, weight }) => weight === WEIGHT && source.includes('url('))
}
