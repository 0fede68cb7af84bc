import type { CompareView } from './compare-view.ts'
import { panBy, zoomAt } from './lap-window.ts'
import { AXIS_WIDTH, RIGHT } from './strip-frame.ts'

/** A mouse that moved less has clicked. */
const DRAG_MIN_PX = 5
/** Of a wheel's delta: a notch of 100 zooms by a quarter. */
const WHEEL_SPEED = 0.0022

interface Overlays {
  readonly cursor: HTMLElement
  /** What a mouse has marked so far. */
  readonly marked: HTMLElement
}

/**
 * Cursor, zoom and pan on all strips at once. A mouse points, drags to zoom and drags with Shift to pan; a finger
 * drags the cursor, two fingers pinch; a wheel zooms with Ctrl and pans sideways. Returns how to stop.
 */
export function followGestures(
  stack: HTMLElement,
  { cursor, marked }: Overlays,
  view: CompareView,
): () => void {
  /** Pressed pointers by their ids, in pixels from the left of the strips. */
  const pressed = new Map<number, number>()
  let mouse: { readonly fromX: number; lastX: number; readonly isPan: boolean } | null = null
  let left = 0
  let width = 0

  function measure(): void {
    const box = stack.getBoundingClientRect()
    left = box.left + AXIS_WIDTH
    width = Math.max(box.width - AXIS_WIDTH - RIGHT, 1)
  }
  const distanceAt = (x: number) => {
    const { fromM, toM } = view.window.get()
    return fromM + ((toM - fromM) * x) / width
  }

  function drawCursor(): void {
    const { fromM, toM } = view.window.get()
    if (width === 0) measure()
    const share = (view.cursorM.get() - fromM) / (toM - fromM)
    cursor.style.transform = `translateX(${AXIS_WIDTH + share * width}px)`
    cursor.style.visibility = share < 0 || share > 1 ? 'hidden' : 'visible'
  }

  function drawMarked(): void {
    const isMarking =
      mouse !== null && !mouse.isPan && Math.abs(mouse.lastX - mouse.fromX) >= DRAG_MIN_PX
    marked.style.display = isMarking ? 'block' : 'none'
    if (mouse === null) return
    const from = Math.min(mouse.fromX, mouse.lastX)
    marked.style.left = `${AXIS_WIDTH + from}px`
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
      if (pressed.size === 1) view.choose(distanceAt(x))
    }
    stack.setPointerCapture(event.pointerId)
  }

  function move(event: PointerEvent): void {
    if (pressed.size === 0 && mouse === null) measure()
    const x = event.clientX - left
    if (mouse?.isPan === true) {
      const { fromM, toM } = view.window.get()
      view.show(panBy({ fromM, toM }, ((mouse.lastX - x) * (toM - fromM)) / width, view.lengthM))
      mouse.lastX = x
    } else if (mouse !== null) {
      mouse.lastX = Math.min(Math.max(x, 0), width)
      view.hover(distanceAt(mouse.lastX))
      drawMarked()
    } else if (pressed.size === 2) pinch(event.pointerId, x)
    else if (pressed.has(event.pointerId)) view.choose(distanceAt(x))
    else if (event.pointerType === 'mouse' && x >= 0) view.hover(distanceAt(x))
  }

  function pinch(pointerId: number, x: number): void {
    const before = pressed.get(pointerId)
    const [other] = [...pressed].filter(([id]) => id !== pointerId)
    if (before === undefined || !other) return
    const middleBefore = (before + other[1]) / 2
    const middle = (x + other[1]) / 2
    const [spreadBefore, spread] = [Math.abs(before - other[1]), Math.abs(x - other[1])]
    const window = view.window.get()
    const perPx = (window.toM - window.fromM) / width
    const panned = panBy(window, (middleBefore - middle) * perPx, view.lengthM)
    const factor = spread > 0 && spreadBefore > 0 ? spread / spreadBefore : 1
    const atM = panned.fromM + middle * perPx
    view.show(zoomAt(panned, factor, atM, view.lengthM))
    pressed.set(pointerId, x)
  }

  function release(event: PointerEvent): void {
    pressed.delete(event.pointerId)
    if (mouse === null || event.pointerType !== 'mouse') return
    const { fromX, lastX, isPan } = mouse
    mouse = null
    drawMarked()
    if (isPan) return
    if (Math.abs(lastX - fromX) < DRAG_MIN_PX) return view.choose(distanceAt(lastX))
    view.show({
      fromM: distanceAt(Math.min(fromX, lastX)),
      toM: distanceAt(Math.max(fromX, lastX)),
    })
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
    measure()
    const window = view.window.get()
    if (event.ctrlKey) {
      event.preventDefault()
      const factor = Math.exp(-event.deltaY * WHEEL_SPEED)
      view.show(zoomAt(window, factor, distanceAt(event.clientX - left), view.lengthM))
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault()
      const perPx = (window.toM - window.fromM) / width
      view.show(panBy(window, event.deltaX * perPx, view.lengthM))
    }
  }

  const showWhole = () => view.show({ fromM: 0, toM: view.lengthM })
  const observer = new ResizeObserver(() => {
    measure()
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
  const forgetCursor = view.cursorM.subscribe(drawCursor)

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
