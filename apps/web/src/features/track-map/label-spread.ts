import { CARS_MAX } from './car-motion.ts'

/** The labels of cars are there: the middles by the car's place, NaN without a label. */
interface LabelSpread {
  readonly left: Float64Array
  readonly top: Float64Array
  /** A dot at NaN has no label and is not in the way of others. */
  readonly spread: (order: readonly number[], dots: Dots, unit: number) => void
}

interface Dots {
  readonly left: Float64Array
  readonly top: Float64Array
}

const LABEL_WIDTH = 30
const LABEL_HEIGHT = 14
/** A label must not cover this part of a dot. */
const DOT_RADIUS = 4
/** These offsets lead from a dot to the middle of its label: above, below, beside, and last at its corners. */
const SIDES = [
  [0, -15],
  [0, 15],
  [24, 0],
  [-24, 0],
  [20, -13],
  [-20, -13],
  [20, 13],
  [-20, 13],
] as const

/**
 * Finds the labels room beside their dots and one another. In a bunch the cars further ahead have
 * theirs, and a label stays on its side while it can. It makes nothing new for a frame.
 */
export function createLabelSpread(): LabelSpread {
  const [left, top] = [new Float64Array(CARS_MAX), new Float64Array(CARS_MAX)]
  const lastSides = new Int8Array(CARS_MAX).fill(-1)

  function spread(order: readonly number[], dots: Dots, unit: number): void {
    left.fill(Number.NaN)
    top.fill(Number.NaN)
    for (const place of order) {
      const last = lastSides[place] ?? -1
      if (last >= 0 && put(place, last, dots, unit)) continue
      for (let side = 0; side < SIDES.length; side++) {
        if (!put(place, side, dots, unit)) continue
        lastSides[place] = side
        break
      }
    }
  }

  function put(place: number, side: number, dots: Dots, unit: number): boolean {
    const shift = SIDES[side] ?? SIDES[0]
    const x = (dots.left[place] ?? Number.NaN) + shift[0] * unit
    const y = (dots.top[place] ?? Number.NaN) + shift[1] * unit
    if (Number.isNaN(x)) return false
    const [dotWidth, dotHeight] = [LABEL_WIDTH / 2 + DOT_RADIUS, LABEL_HEIGHT / 2 + DOT_RADIUS]
    if (isCovering(dots, x, y, dotWidth * unit, dotHeight * unit)) return false
    if (isCovering({ left, top }, x, y, LABEL_WIDTH * unit, LABEL_HEIGHT * unit)) return false
    left[place] = x
    top[place] = y
    return true
  }

  return { left, top, spread }
}

function isCovering(others: Dots, x: number, y: number, width: number, height: number): boolean {
  for (let place = 0; place < CARS_MAX; place++) {
    const awayX = Math.abs((others.left[place] ?? Number.NaN) - x)
    // NaN is smaller than nothing.
    if (awayX < width && Math.abs((others.top[place] ?? Number.NaN) - y) < height) return true
  }
  return false
}
