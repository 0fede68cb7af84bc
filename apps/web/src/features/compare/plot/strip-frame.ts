import type { PlotBox } from '../../../timing/plot/plot-axes.ts'
import type { PlotMargins } from '../../../timing/plot/plot-gestures.ts'
import type { PlotWindow } from '../../../timing/plot/plot-window.ts'
import type { StripData } from './strip-data.ts'

/** Left of the lines stand their values; the strips of a page have the same axis. */
export const STRIP_MARGINS: PlotMargins = { left: 46, right: 8 }
const TOP = 6
const BOTTOM = 6
const NUMBERS_HEIGHT = 18
const DISTANCES_HEIGHT = 22
const TICK_ROOM = 26

/** The lines of a strip lie there in it. */
export interface StripFrame extends PlotBox {
  readonly xOf: (distanceM: number) => number
  readonly yOf: (value: number) => number
  /** These points of the grid are drawn: those in the window, and one beyond each edge. */
  readonly first: number
  readonly last: number
  readonly valueTicks: readonly number[]
  readonly distanceTicks: readonly number[]
}

export function stripHeight({ height, hasCornerNumbers, hasDistances }: StripData): number {
  return (
    (hasCornerNumbers ? NUMBERS_HEIGHT : TOP) + height + (hasDistances ? DISTANCES_HEIGHT : BOTTOM)
  )
}

export function stripFrame(width: number, strip: StripData, window: PlotWindow): StripFrame {
  const { grid, height } = strip
  const { left } = STRIP_MARGINS
  const right = Math.max(width - STRIP_MARGINS.right, left + 1)
  const top = strip.hasCornerNumbers ? NUMBERS_HEIGHT : TOP
  const bottom = top + height
  const perMetre = (right - left) / (window.to - window.from)
  const first = Math.max(Math.floor(window.from / grid.stepM), 0)
  const last = Math.ceil(window.to / grid.stepM)
  const [low, high] = strip.range ?? reachOf(strip, first, last)
  const perValue = height / Math.max(high - low, Number.MIN_VALUE)
  return {
    left,
    top,
    right,
    bottom,
    first,
    last,
    xOf: (distanceM) => left + (distanceM - window.from) * perMetre,
    yOf: (value) => bottom - (value - low) * perValue,
    valueTicks: strip.ticks ?? roundValues(low, high, Math.floor(height / TICK_ROOM)),
    distanceTicks: distanceTicks(window, right - left),
  }
}

/** Returns what the lines reach in the window, with a little room. */
function reachOf({ lines }: StripData, first: number, last: number): readonly [number, number] {
  let low = Infinity
  let high = -Infinity
  for (const { values } of lines) {
    for (let index = first; index <= last; index++) {
      const value = values[index]
      if (value === null || value === undefined) continue
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  if (low > high) return [0, 1]
  const room = Math.max((high - low) * 0.06, 1)
  return [low - room, high + room]
}

/** Returns multiples of 1, 2 or 5 within a range, at most that many. */
export function roundValues(low: number, high: number, most: number): number[] {
  const least = (high - low) / Math.max(most, 1)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least) ?? least
  const first = Math.ceil(low / step)
  const count = Math.max(Math.floor(high / step) - first + 1, 0)
  // A negative zero would be written with its sign.
  return Array.from({ length: count }, (_, index) => (first + index) * step + 0)
}

/** Returns round distances in the window, so many that they can be read. */
export function distanceTicks({ from, to }: PlotWindow, widthPx: number): number[] {
  const room = Math.max(Math.floor(widthPx / 70), 2)
  const stepM = [10, 20, 50, 100, 200, 500, 1000].find((step) => (to - from) / step <= room) ?? 2000
  const first = Math.ceil(from / stepM)
  const count = Math.max(Math.floor(to / stepM) - first + 1, 0)
  return Array.from({ length: count }, (_, index) => (first + index) * stepM)
}
