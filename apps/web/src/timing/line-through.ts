/** Its places are shares of the chart, from 0 to 1, from the left and from the top. */
export interface ChartPoint {
  readonly x: number
  /** It is null where there is no value, which breaks the line. */
  readonly y: number | null
  /** This class colours the dot of the point; without one it has none. */
  readonly dot?: string
}

/** The drawing is stretched to its place; lines and dots keep their width. */
export const SIZE = 1000

/** Returns the way through the points as an SVG path. */
export function lineThrough(points: readonly ChartPoint[]): string {
  return points
    .map(({ x, y }, index) => {
      if (y === null) return ''
      const before = points[index - 1]?.y ?? null
      return `${before === null ? 'M' : 'L'}${place(x)} ${place(y)}`
    })
    .join('')
}

/** Returns where a share of the chart is in the drawing. */
export function place(share: number): number {
  return Math.round(share * SIZE * 10) / 10
}
