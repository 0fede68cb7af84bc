import type { LinePlotData } from './line-plot-data.ts'
import type { PlotBox } from './plot-axes.ts'
import type { PlotWindow } from './plot-window.ts'

const STEPS_S = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600]
const TICKS_MAX = 9

/** Returns round times from one to another, in milliseconds, so many that they can be read. */
export function roundTicks(fromMs: number, toMs: number): number[] {
  const spanS = (toMs - fromMs) / 1000
  const stepS =
    STEPS_S.find((seconds) => spanS / seconds <= TICKS_MAX) ?? Math.ceil(spanS / TICKS_MAX)
  const stepMs = stepS * 1000
  const first = Math.ceil(fromMs / stepMs)
  const last = Math.floor(toMs / stepMs)
  return Array.from(
    { length: Math.max(last - first + 1, 0) },
    (_, index) => (first + index) * stepMs,
  )
}

export const PLOT_HEIGHT = 340
const AXIS_WIDTH = 62
const AXIS_HEIGHT = 30
const TOP = 10
const RIGHT = 10
const NAMES_WIDTH = 38
/** Two lap numbers are at least this many pixels apart. */
const LAP_ROOM = 36
const LAP_STEPS = [1, 2, 5, 10, 20]

type PlotScales = Pick<LinePlotData, 'lastLap' | 'named' | 'range' | 'reversed'>

/** A chart's lines lie there within it. */
export interface PlotFrame extends PlotBox {
  readonly xOf: (lap: number) => number
  /** Returns the y of a value that has been placed on the scale. */
  readonly yOf: (placed: number) => number
  /** These laps are drawn: those in the window, and one beyond each edge. */
  readonly firstLap: number
  readonly lastLap: number
  /** These laps get a line and their number. */
  readonly lapTicks: readonly number[]
}

export function plotFrame(
  width: number,
  { lastLap, named, range: [low, high], reversed }: PlotScales,
  { from, to }: PlotWindow,
): PlotFrame {
  const left = AXIS_WIDTH
  const right = Math.max(width - (named === true ? NAMES_WIDTH : RIGHT), left + 1)
  const bottom = PLOT_HEIGHT - AXIS_HEIGHT
  const laps = Math.max(to - from, 1)
  const lapWidth = (right - left) / laps
  const perValue = (bottom - TOP) / Math.max(high - low, Number.MIN_VALUE)
  const step = LAP_STEPS.find((count) => count * lapWidth >= LAP_ROOM) ?? Math.ceil(laps)
  const firstTick = Math.ceil(from / step)
  const tickCount = Math.floor((from + laps) / step) - firstTick + 1
  return {
    left,
    top: TOP,
    right,
    bottom,
    xOf: (lap) => left + (lap - from) * lapWidth,
    yOf: (placed) =>
      reversed ? TOP + (placed - low) * perValue : bottom - (placed - low) * perValue,
    firstLap: Math.max(Math.floor(from), 0),
    lastLap: Math.min(Math.ceil(to), lastLap),
    lapTicks: Array.from({ length: tickCount }, (_, index) => (firstTick + index) * step),
  }
}
