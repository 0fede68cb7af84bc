import { type RefObject, useEffect, useRef } from 'react'
import { flash, type FlashLook, isMotionReduced } from './flash.ts'
import { useLiveView } from './use-live.ts'

/** Differs between states that do not follow each other: what is new there did not just happen. */
export function useJumps(): number {
  return useLiveView(({ jumps }) => jumps)
}

/**
 * The element flashes once when its value changes to one that is worth it; never when it appears or
 * the clock jumps.
 */
export function useFlash<Flashed extends HTMLElement = HTMLSpanElement>(
  value: unknown,
  isWorthIt: boolean,
  look: FlashLook = 'ground',
): RefObject<Flashed | null> {
  const element = useRef<Flashed>(null)
  const jumps = useJumps()
  const before = useRef({ value, jumps })
  useEffect(() => {
    const hasHappened = before.current.value !== value && before.current.jumps === jumps
    if (hasHappened && isWorthIt && !isMotionReduced() && element.current) {
      flash(element.current, look)
    }
    before.current = { value, jumps }
  }, [value, isWorthIt, jumps, look])
  return element
}
