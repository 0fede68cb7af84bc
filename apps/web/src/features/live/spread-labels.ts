type Point = readonly [left: number, top: number]

const LABEL_WIDTH = 26
const LABEL_HEIGHT = 14
/** From the dot to its label's base line: above it, else below. */
const OFFSETS = [-9, 19]

/**
 * Where the labels go that fit beside one another, by the car's place; in a bunch the cars
 * further ahead keep theirs.
 */
export function spreadLabels(
  order: readonly number[],
  points: readonly (Point | null)[],
): Map<number, Point> {
  const labels = new Map<number, Point>()
  for (const place of order) {
    const point = points[place]
    if (!point) continue
    const free = OFFSETS.map((offset): Point => [point[0], point[1] + offset]).find((spot) =>
      isFree(spot, labels),
    )
    if (free) labels.set(place, free)
  }
  return labels
}

function isFree([left, top]: Point, labels: ReadonlyMap<number, Point>): boolean {
  return [...labels.values()].every(
    ([otherLeft, otherTop]) =>
      Math.abs(otherLeft - left) >= LABEL_WIDTH || Math.abs(otherTop - top) >= LABEL_HEIGHT,
  )
}
