import { type RefObject, useEffect, useRef } from 'react'
import { useLiveView } from '../../live/use-live.ts'

const FLASH_MS = 1600

export function isMotionReduced(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Differs between states that do not follow each other: what is new there did not just happen. */
export function useJumps(): number {
  return useLiveView(({ jumps }) => jumps)
}

/**
 * The element flashes once when its value changes to one that is worth it; never when it appears or
 * the clock jumps.
 */
export function useFlash(value: unknown, isWorthIt: boolean): RefObject<HTMLSpanElement | null> {
  const element = useRef<HTMLSpanElement>(null)
  const jumps = useJumps()
  const before = useRef({ value, jumps })
  useEffect(() => {
    const hasHappened = before.current.value !== value && before.current.jumps === jumps
    if (hasHappened && isWorthIt && !isMotionReduced()) {
      element.current?.animate([{ backgroundColor: 'currentColor' }, {}], {
        duration: FLASH_MS,
        easing: 'ease-out',
      })
    }
    before.current = { value, jumps }
  }, [value, isWorthIt, jumps])
  return element
}
