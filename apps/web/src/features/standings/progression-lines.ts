import type { MatrixRow } from './matrix-rows.ts'

export const WIDTH = 1000
export const HEIGHT = 340
/** Where the lines begin; beside it stand the points. */
export const LEFT = 44
const RIGHT = 26
const TOP = 12
const BOTTOM = 30
const TICKS_MAX = 6

export interface Line {
  readonly key: string
  readonly name: string
  readonly colour: string
  /** Another line before it has the same colour: it is dashed. */
  readonly isSecond: boolean
  readonly path: string
}

export interface Drawn {
  readonly lines: readonly Line[]
  readonly ticks: readonly { readonly points: number; readonly y: number }[]
  readonly columns: readonly { readonly index: number; readonly x: number }[]
}

/** A line from nothing through the points after each of the first `count` events. */
export function drawProgression(rows: readonly MatrixRow[], count: number): Drawn {
  const shown = rows.map(({ progression }) => [0, ...progression.slice(0, count)])
  const highest = Math.max(1, ...shown.flat())
  const lowest = Math.min(0, ...shown.flat())
  const x = (index: number) => LEFT + (index / Math.max(1, count)) * (WIDTH - LEFT - RIGHT)
  const y = (points: number) =>
    TOP + ((highest - points) / (highest - lowest)) * (HEIGHT - TOP - BOTTOM)
  const colours = new Set<string>()
  return {
    lines: rows.map(({ key, name, colour }, place) => {
      const isSecond = colours.has(colour)
      colours.add(colour)
      const path = (shown[place] ?? [])
        .map((points, index) => `${index === 0 ? 'M' : 'L'}${round(x(index))} ${round(y(points))}`)
        .join('')
      return { key, name, colour, isSecond, path }
    }),
    ticks: ticksOf(lowest, highest).map((points) => ({ points, y: round(y(points)) })),
    columns: Array.from({ length: count }, (_, index) => ({ index, x: round(x(index + 1)) })),
  }
}

/** Round numbers: 1, 2 or 5 times a power of ten apart. */
function ticksOf(lowest: number, highest: number): number[] {
  const rough = (highest - lowest) / TICKS_MAX
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? power * 10
  const first = Math.ceil(lowest / step)
  return Array.from(
    { length: Math.floor(highest / step) - first + 1 },
    (_, i) => (first + i) * step,
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
