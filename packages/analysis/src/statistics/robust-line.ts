import { median } from './quantile.ts'

export interface RobustLine {
  readonly slope: number
  readonly at: (x: number) => number
}

/**
 * Finds the line through points whose slope is the median of the slopes of all pairs (Theil and Sen): up to a
 * quarter of the points may lie anywhere without moving it much. Returns null without two different x.
 */
export function robustLine(
  points: readonly { readonly x: number; readonly y: number }[],
): RobustLine | null {
  const slopes = points.flatMap((one, index) =>
    points
      .slice(index + 1)
      .flatMap((other) => (other.x === one.x ? [] : [(other.y - one.y) / (other.x - one.x)])),
  )
  if (slopes.length === 0) return null
  const slope = median(slopes)
  const start = median(points.map(({ x, y }) => y - slope * x))
  return { slope, at: (x) => start + slope * x }
}

/**
 * Returns the standard deviation of a normal distribution whose median distance from the middle is that of
 * the residuals; 0 without residuals.
 */
export function robustDeviation(residuals: readonly number[]): number {
  return 1.4826 * median(residuals.map(Math.abs))
}
