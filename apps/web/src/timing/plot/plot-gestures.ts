import type { PlotView } from './plot-view.ts'
import { canZoom, isWhole, panBy, zoomAt } from './plot-window.ts'

/** A mouse that moved less has clicked. */
const DRAG_MIN_PX = 5
/** A wheel's delta is multiplied by this: a notch of 100 zooms by a quarter. */
const WHEEL_SPEED = 0.0022

export interface PlotOverlays {
  readonly cursor: HTMLElement
  /** A mouse has marked this so far. */
  readonly marked: HTMLElement
}

/** These lie beside the lines, in pixels: the axis on the left, names on the right. */
export interface PlotMargins {
  readonly left: number
  readonly right: number
}

/**
 * Moves cursor, zoom and pan on all charts of a stack at once. A mouse points, drags to zoom and drags with Shift to
 * pan; a finger drags the cursor, two fingers pinch; a wheel zooms with Ctrl and pans sideways. Returns how to stop.
 */
export function followGestures(
  stack: HTMLElement,
  { cursor, marked }: PlotOverlays,
  view: PlotView,
  margins: () => PlotMargins,
): () => void {
  /** Pressed pointers stand by their ids, in pixels from the left of the lines. */
  const pressed = new Map<number, number>()
  let mouse: { readonly fromX: number; lastX: number; readonly isPan: boolean } | null = null
  let left = 0
  let width = 0

  function measure(): void {
    const box = stack.getBoundingClientRect()
    const beside = margins()
    left = box.left + beside.left
    width = Math.max(box.width - beside.left - beside.right, 1)
  }
  const valueAt = (x: number) => {
    const { from, to } = view.window.get()
    return from + ((to - from) * x) / width
  }

  function drawCursor(): void {
    const { from, to } = view.window.get()
    if (width === 0) return
    const share = (view.cursor.get() - from) / (to - from)
    cursor.style.transform = `translateX(${margins().left + share * width}px)`
    cursor.style.visibility = share < 0 || share > 1 ? 'hidden' : 'visible'
  }

  function drawMarked(): void {
    const isMarking =
      mouse !== null &&
      !mouse.isPan &&
      canZoom(view.range()) &&
      Math.abs(mouse.lastX - mouse.fromX) >= DRAG_MIN_PX
    marked.style.display = isMarking ? 'block' : 'none'
    if (mouse === null) return
    const from = Math.min(mouse.fromX, mouse.lastX)
    marked.style.left = `${margins().left + from}px`
    marked.style.width = `${Math.abs(mouse.lastX - mouse.fromX)}px`
  }

  function press(event: PointerEvent): void {
    if (event.button !== 0) return
    measure()
    const x = event.clientX - left
    if (event.pointerType === 'mouse') {
      // Otherwise the browser would select the texts of the strips.
      event.preventDefault()
      mouse = { fromX: x, lastX: x, isPan: event.shiftKey }
    } else {
      pressed.set(event.pointerId, x)
      if (pressed.size === 1) view.choose(valueAt(x))
    }
    stack.setPointerCapture(event.pointerId)
  }

  function move(event: PointerEvent): void {
    if (pressed.size === 0 && mouse === null) measure()
    const x = event.clientX - left
    if (mouse?.isPan === true) {
      const { from, to } = view.window.get()
      view.show(panBy({ from, to }, ((mouse.lastX - x) * (to - from)) / width, view.range()))
      mouse.lastX = x
    } else if (mouse !== null) {
      mouse.lastX = Math.min(Math.max(x, 0), width)
      view.hover(valueAt(mouse.lastX))
      drawMarked()
    } else if (pressed.size === 2) pinch(event.pointerId, x)
    else if (pressed.has(event.pointerId)) view.choose(valueAt(x))
    else if (event.pointerType === 'mouse' && x >= 0) view.hover(valueAt(x))
  }

  function pinch(pointerId: number, x: number): void {
    const before = pressed.get(pointerId)
    const [other] = [...pressed].filter(([id]) => id !== pointerId)
    if (before === undefined || !other) return
    const middleBefore = (before + other[1]) / 2
    const middle = (x + other[1]) / 2
    const [spreadBefore, spread] = [Math.abs(before - other[1]), Math.abs(x - other[1])]
    const window = view.window.get()
    const perPx = (window.to - window.from) / width
    const panned = panBy(window, (middleBefore - middle) * perPx, view.range())
    const factor = spread > 0 && spreadBefore > 0 ? spread / spreadBefore : 1
    const at = panned.from + middle * perPx
    view.show(zoomAt(panned, factor, at, view.range()))
    pressed.set(pointerId, x)
  }

  function release(event: PointerEvent): void {
    pressed.delete(event.pointerId)
    if (mouse === null || event.pointerType !== 'mouse') return
    const { fromX, lastX, isPan } = mouse
    mouse = null
    drawMarked()
    if (isPan) return
    if (Math.abs(lastX - fromX) < DRAG_MIN_PX) return view.choose(valueAt(lastX))
    if (!canZoom(view.range())) return
    view.show({ from: valueAt(Math.min(fromX, lastX)), to: valueAt(Math.max(fromX, lastX)) })
  }

  /** The browser took the gesture to scroll the page. */
  function cancel(event: PointerEvent): void {
    pressed.delete(event.pointerId)
    mouse = null
    drawMarked()
  }

  function leave(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && mouse === null) view.hover(null)
  }

  function turn(event: WheelEvent): void {
    const range = view.range()
    const window = view.window.get()
    if (event.ctrlKey) {
      if (!canZoom(range)) return
      event.preventDefault()
      measure()
      const factor = Math.exp(-event.deltaY * WHEEL_SPEED)
      view.show(zoomAt(window, factor, valueAt(event.clientX - left), range))
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY) && !isWhole(window, range)) {
      // Otherwise the browser may go a page back.
      event.preventDefault()
      measure()
      const perPx = (window.to - window.from) / width
      view.show(panBy(window, event.deltaX * perPx, range))
    }
  }

  const showWhole = () => view.show(view.range())
  // To ask a chart that is not laid out yet for its width would lay it out.
  const observer = new ResizeObserver(([entry]) => {
    const all = entry?.contentRect.width
    if (!all) return
    const beside = margins()
    width = Math.max(all - beside.left - beside.right, 1)
    drawCursor()
  })
  observer.observe(stack)
  stack.addEventListener('pointerdown', press)
  stack.addEventListener('pointermove', move)
  stack.addEventListener('pointerup', release)
  stack.addEventListener('pointercancel', cancel)
  stack.addEventListener('pointerleave', leave)
  stack.addEventListener('dblclick', showWhole)
  stack.addEventListener('wheel', turn, { passive: false })
  const forgetWindow = view.window.subscribe(drawCursor)
  const forgetCursor = view.cursor.subscribe(drawCursor)

  return () => {
    observer.disconnect()
    stack.removeEventListener('pointerdown', press)
    stack.removeEventListener('pointermove', move)
    stack.removeEventListener('pointerup', release)
    stack.removeEventListener('pointercancel', cancel)
    stack.removeEventListener('pointerleave', leave)
    stack.removeEventListener('dblclick', showWhole)
    stack.removeEventListener('wheel', turn)
    forgetWindow()
    forgetCursor()
  }
}
