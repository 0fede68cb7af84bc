type Point = readonly [left: number, top: number]

const LABEL_WIDTH = 26
const LABEL_HEIGHT = 14

/** The cars whose labels fit beside one another; in a bunch the ones further ahead keep theirs. */
export function spreadLabels(
  order: readonly number[],
  points: readonly (Point | null)[],
): Set<number> {
  const labelled = new Set<number>()
  const taken: Point[] = []
  for (const place of order) {
    const point = points[place]
    if (!point) continue
    const covers = taken.some(
      ([left, top]) =>
        Math.abs(left - point[0]) < LABEL_WIDTH && Math.abs(top - point[1]) < LABEL_HEIGHT,
    )
    if (covers) continue
    taken.push(point)
    labelled.add(place)
  }
  return labelled
}
