const FLASH_MS = 1600

export function isMotionReduced(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
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

export type FlashLook = keyof typeof LOOKS

export function flash(element: Pick<Element, 'animate'>, look: FlashLook): void {
  const { keyframes, easing } = LOOKS[look]
  element.animate(keyframes, { duration: FLASH_MS, easing })
}
