import { type RefObject, useEffect, useRef } from 'react'
import { useLiveView } from './use-live.ts'

const FLASH_MS = 1600

export function isMotionReduced(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Differs between states that do not follow each other: what is new there did not just happen. */
export function useJumps(): number {
  return useLiveView(({ jumps }) => jumps)
}

/**
 * An element flashes in one of these ways: its ground takes a shade of the colour of its text, dark enough that what is
 * new can be read in each frame, or a line around it blinks twice.
 */
const LOOKS = {
  ground: {
    keyframes: [
      {
        backgroundColor: 'color-mix(in srgb, currentColor 25%, transparent)',
        boxShadow: '0 0 0 2px currentColor',
      },
      { boxShadow: '0 0 0 2px transparent' },
    ],
    easing: 'ease-out',
  },
  blink: {
    keyframes: ['currentColor', 'transparent', 'currentColor', 'transparent'].map((colour) => ({
      boxShadow: `0 0 0 2px ${colour}`,
    })),
    easing: 'ease',
  },
}

/**
 * The element flashes once when its value changes to one that is worth it; it never does when it appears or
 * the clock jumps.
 */
export function useFlash<Flashed extends HTMLElement = HTMLSpanElement>(
  value: unknown,
  isWorthIt: boolean,
  look: keyof typeof LOOKS = 'ground',
): RefObject<Flashed | null> {
  const element = useRef<Flashed>(null)
  const jumps = useJumps()
  const before = useRef({ value, jumps })
  useEffect(() => {
    const hasHappened = before.current.value !== value && before.current.jumps === jumps
    if (hasHappened && isWorthIt && !isMotionReduced()) {
      const { keyframes, easing } = LOOKS[look]
      element.current?.animate(keyframes, { duration: FLASH_MS, easing })
    }
    before.current = { value, jumps }
  }, [value, isWorthIt, jumps, look])
  return element
}
