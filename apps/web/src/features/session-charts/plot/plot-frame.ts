import type { LinePlotData } from './line-plot-data.ts'

export const PLOT_HEIGHT = 340
const AXIS_WIDTH = 62
const AXIS_HEIGHT = 30
const TOP = 10
const RIGHT = 10
const NAMES_WIDTH = 38
/** Between two numbers of laps. */
const LAP_ROOM = 36
const LAP_STEPS = [1, 2, 5, 10, 20]

type PlotScales = Pick<LinePlotData, 'lastLap' | 'named' | 'range' | 'reversed'>

/** Where a chart's lines lie within it, in pixels of the page. */
export interface PlotFrame {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly xOf: (lap: number) => number
  /** Of a value that has been placed. */
  readonly yOf: (placed: number) => number
  readonly lapAt: (x: number) => number
  /** Laps that get a line and their number. */
  readonly lapTicks: readonly number[]
}

export function plotFrame(
  width: number,
  { lastLap, named, range: [low, high], reversed }: PlotScales,
): PlotFrame {
  const laps = Math.max(lastLap, 1)
  const left = AXIS_WIDTH
  const right = Math.max(width - (named === true ? NAMES_WIDTH : RIGHT), left + 1)
  const bottom = PLOT_HEIGHT - AXIS_HEIGHT
  const lapWidth = (right - left) / laps
  const perValue = (bottom - TOP) / Math.max(high - low, Number.MIN_VALUE)
  const step = LAP_STEPS.find((count) => count * lapWidth >= LAP_ROOM) ?? laps
  return {
    ...{ left, top: TOP, right, bottom },
    xOf: (lap) => left + lap * lapWidth,
    yOf: (placed) =>
      reversed ? TOP + (placed - low) * perValue : bottom - (placed - low) * perValue,
    lapAt: (x) => Math.min(Math.max(Math.round((x - left) / lapWidth), 0), lastLap),
    lapTicks: Array.from({ length: Math.floor(laps / step) + 1 }, (_, index) => index * step),
  }
}
