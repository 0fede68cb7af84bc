import { useEffect, useRef, useState } from 'react'
import { type MapView, moveBy, WHOLE_MAP, zoomAt } from './map-view.ts'
import type { MapBox } from './track-picture.tsx'

const WHEEL_FACTOR = 0.0015
export const ZOOM_STEP = 1.5

/** A single car is easy to see on a map that is enlarged this much. */
const CAR_ZOOM = 4

/**
 * Returns the view of a map that is enlarged by wheel, pinch, keys and buttons, and moved by dragging. A viewer who
 * moves the map looks elsewhere than at the followed car, until they follow another one.
 */
export function useMapView({ box, width, height }: MapBox, focusIdx: number | null) {
  const [view, setView] = useState<MapView>(WHOLE_MAP)
  const [movedFrom, setMovedFrom] = useState<number | null>(null)

  const current = useRef(view)
  useEffect(() => {
    current.current = view
  }, [view])

  useEffect(() => {
    if (!box.current || width === 0) return
    const element = box.current
    const size = { width, height }
    const pointers = new Map<number, readonly [x: number, y: number]>()

    function placeOf({ clientX, clientY }: MouseEvent, { left, top }: DOMRect): [number, number] {
      return [clientX - left, clientY - top]
    }

    function turnWheel(event: WheelEvent): void {
      // The page scrolls on where the map can get no smaller.
      if (event.deltaY > 0 && current.current.zoom === 1) return
      event.preventDefault()
      const at = placeOf(event, element.getBoundingClientRect())
      setView((before) => zoomAt(before, Math.exp(-event.deltaY * WHEEL_FACTOR), at, size))
    }

    function press(event: PointerEvent): void {
      pointers.set(event.pointerId, [event.clientX, event.clientY])
    }

    function drag(event: PointerEvent): void {
      const before = pointers.get(event.pointerId)
      if (!before) return
      const after: [number, number] = [event.clientX, event.clientY]
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
      pointers.set(event.pointerId, after)
      if (other) {
        const factor = distance(after, other) / Math.max(1, distance(before, other))
        const { left, top } = element.getBoundingClientRect()
        const middle: [number, number] = [
          (after[0] + other[0]) / 2 - left,
          (after[1] + other[1]) / 2 - top,
        ]
        setView((shown) => zoomAt(shown, factor, middle, size))
      } else {
        if (current.current.zoom > 1) setMovedFrom(focusIdx)
        setView((shown) => moveBy(shown, [after[0] - before[0], after[1] - before[1]], size))
      }
    }

    function release(event: PointerEvent): void {
      pointers.delete(event.pointerId)
    }

    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('wheel', turnWheel, { passive: false, signal })
    element.addEventListener('pointerdown', press, { signal })
    window.addEventListener('pointermove', drag, { signal })
    window.addEventListener('pointerup', release, { signal })
    window.addEventListener('pointercancel', release, { signal })
    return () => listening.abort()
  }, [box, width, height, focusIdx])

  return {
    view,
    isCentred: view.zoom > 1 && movedFrom !== focusIdx,
    centre: () => {
      setMovedFrom(null)
      setView((before) => (before.zoom > 1 ? before : { ...before, zoom: CAR_ZOOM }))
    },
    zoom: (factor: number) => {
      setView((before) => zoomAt(before, factor, [width / 2, height / 2], { width, height }))
    },
    reset: () => {
      setView(WHOLE_MAP)
      setMovedFrom(null)
    },
  }
}

function distance(one: readonly [number, number], other: readonly [number, number]): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1])
}
