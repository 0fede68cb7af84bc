import { type RefObject, useEffect } from 'react'
import { drawWhenNear } from './draw-queue.ts'

/** For a place that the browser neither lays out nor paints until its turn has come. */
export const LATER = '[content-visibility:auto]'

/** Lays the place out once the reader comes near, or the browser has nothing else to do. */
export function useLayOutWhenNear(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    return drawWhenNear(element, () => {
      element.style.contentVisibility = 'visible'
      // Now, so that it counts against the idle time, and not with all others in the next frame.
      element.getBoundingClientRect()
    })
  }, [place])
}
