type Point = readonly [left: number, top: number]

const LABEL_WIDTH = 26
const LABEL_HEIGHT = 14
/** The part of a dot that a label must not cover. */
const DOT_RADIUS = 4
/** From a dot to the middle of its label: above, below, beside, and last at its corners. */
const SIDES: readonly Point[] = [
  [0, -14],
  [0, 14],
  [21, 0],
  [-21, 0],
  [18, -12],
  [-18, -12],
  [18, 12],
  [-18, 12],
]

/**
 * Finds the labels room beside their dots and one another: the middles by the car's place. In a
 * bunch the cars further ahead keep theirs, and a label stays on its side while it can.
 */
export function createLabelSpread(): (
  order: readonly number[],
  dots: readonly (Point | null)[],
) => Map<number, Point> {
  const lastSides = new Map<number, Point>()
  return (order, dots) => {
    const labels = new Map<number, Point>()
    for (const place of order) {
      const dot = dots[place]
      if (!dot) continue
      const last = lastSides.get(place)
      const sides = last ? [last, ...SIDES] : SIDES
      const side = sides.find((side) => isFree(spotAt(dot, side), dots, labels))
      if (!side) continue
      lastSides.set(place, side)
      labels.set(place, spotAt(dot, side))
    }
    return labels
  }
}

function spotAt([left, top]: Point, side: Point): Point {
  return [left + side[0], top + side[1]]
}

function isFree(
  spot: Point,
  dots: readonly (Point | null)[],
  labels: ReadonlyMap<number, Point>,
): boolean {
  const covers = (other: Point | null, width: number, height: number) =>
    other !== null && Math.abs(other[0] - spot[0]) < width && Math.abs(other[1] - spot[1]) < height
  const dotWidth = LABEL_WIDTH / 2 + DOT_RADIUS
  const dotHeight = LABEL_HEIGHT / 2 + DOT_RADIUS
  if (dots.some((dot) => covers(dot, dotWidth, dotHeight))) return false
  return ![...labels.values()].some((label) => covers(label, LABEL_WIDTH, LABEL_HEIGHT))
}
