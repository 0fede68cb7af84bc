import type { LinePlotData } from './line-plot-data.ts'

const STEPS_S = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600]
const TICKS_MAX = 9

/** Round times from one to another, in milliseconds, so many that they can be read. */
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

/** Colours and fonts of the site's charts. */
export interface PlotStyle {
  readonly font: string
  readonly nameFont: string
  readonly muted: string
  readonly line: string
  readonly lineStrong: string
  /** What a chart is drawn on. */
  readonly panel: string
  readonly ring: string
}

let look: PlotStyle | undefined

/** The same for all charts: read once, since reading may make the browser work out the page's styles. */
export function readPlotStyle(): PlotStyle {
  look ??= readLook()
  return look
}

function readLook(): PlotStyle {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(`--${name}`)
  const family = read('font-timing')
  return {
    font: `500 13px ${family}`,
    nameFont: `600 13px ${family}`,
    muted: read('color-muted'),
    line: read('color-line'),
    lineStrong: read('color-line-strong'),
    panel: read('color-panel'),
    ring: read('color-white'),
  }
}

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
    left,
    top: TOP,
    right,
    bottom,
    xOf: (lap) => left + lap * lapWidth,
    yOf: (placed) =>
      reversed ? TOP + (placed - low) * perValue : bottom - (placed - low) * perValue,
    lapAt: (x) => Math.min(Math.max(Math.round((x - left) / lapWidth), 0), lastLap),
    lapTicks: Array.from({ length: Math.floor(laps / step) + 1 }, (_, index) => index * step),
  }
}

/** Notifies when the page moves to a screen of another density or is zoomed, because that blurs a canvas. */
export function onDensityChange(notify: () => void): () => void {
  let present: MediaQueryList | undefined

  function wait(): void {
    present?.removeEventListener('change', change)
    present = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    present.addEventListener('change', change)
  }
  function change(): void {
    wait()
    notify()
  }

  wait()
  return () => present?.removeEventListener('change', change)
}
