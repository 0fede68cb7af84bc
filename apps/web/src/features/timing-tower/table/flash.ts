import { type RefObject, useEffect, useRef } from 'react'

const FLASH_MS = 1600

export function isMotionReduced(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** The element flashes once when its value changes to one that is worth it; never when it appears. */
export function useFlash(value: unknown, isWorthIt: boolean): RefObject<HTMLSpanElement | null> {
  const element = useRef<HTMLSpanElement>(null)
  const before = useRef(value)
  useEffect(() => {
    if (before.current !== value && isWorthIt && !isMotionReduced()) {
      element.current?.animate([{ backgroundColor: 'currentColor' }, {}], {
        duration: FLASH_MS,
        easing: 'ease-out',
      })
    }
    before.current = value
  }, [value, isWorthIt])
  return element
}
