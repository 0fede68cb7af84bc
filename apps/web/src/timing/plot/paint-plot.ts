import type { LinePlotData, PlotLine } from './line-plot-data.ts'
import { type LinesCanvas, paintLine, paintWithin } from './paint-lines.ts'
import { type AxesCanvas, paintAxes } from './plot-axes.ts'
import type { PlotFrame } from './plot-frame.ts'
import type { PlotStyle } from './plot-style.ts'

const LINE_WIDTH = 1.75
const CHOSEN_WIDTH = 2.75
const DASH = [6, 4]
const RING_RADIUS = 2.5
const NAME_GAP = 6
const NAME_HEIGHT = 14
const NEUTRALISED_COLOURS = {
  safetyCar: 'var(--color-phase-safety-car)',
  virtualSafetyCar: 'var(--color-phase-virtual-safety-car)',
  redFlag: 'var(--color-phase-red-flag)',
} as const

type Canvas = AxesCanvas &
  LinesCanvas &
  Pick<CanvasRenderingContext2D, 'arc' | 'fill' | 'lineWidth' | 'measureText'>

/** Paints everything of a chart except its cursor. If nobody is chosen, all are in their colours. */
export function paintPlot(
  canvas: Canvas,
  frame: PlotFrame,
  plotted: LinePlotData,
  look: PlotStyle,
  chosen: readonly number[],
): void {
  const isShown = ({ driverIdx }: PlotLine) => chosen.length === 0 || chosen.includes(driverIdx)
  const shown = plotted.lines.filter(isShown)
  paintWithin(canvas, frame, () => paintNeutralised(canvas, frame, plotted, look))
  paintAxes(
    canvas,
    frame,
    {
      values: plotted.ticks.map((tick) => ({ at: frame.yOf(tick), label: plotted.format(tick) })),
      lines: frame.lapTicks.map(frame.xOf),
      heads: [],
      feet: frame.lapTicks.map((lap) => ({ at: frame.xOf(lap), label: String(lap) })),
    },
    look,
  )
  paintWithin(canvas, frame, () => {
    const paint = (line: PlotLine, colour: string) => {
      paintLine(canvas, {
        values: line.values,
        first: frame.firstLap,
        last: frame.lastLap,
        xOf: frame.xOf,
        yOf: (value) => frame.yOf(plotted.place(value)),
        colour,
        dash: line.driver.isSecond ? DASH : [],
        isHeld: false,
      })
    }
    canvas.lineWidth = LINE_WIDTH
    // These lines are painted first, so that they lie below those that the reader looks for.
    for (const line of plotted.lines) if (!isShown(line)) paint(line, look.lineStrong)
    if (chosen.length > 0) canvas.lineWidth = CHOSEN_WIDTH
    for (const line of shown) paint(line, look.ink(line.driver.colour))
    canvas.setLineDash([])
    canvas.lineWidth = 1
    canvas.fillStyle = look.ring
    for (const line of shown) paintRings(canvas, frame, plotted, line, look)
  })
  if (plotted.named === true) paintNames(canvas, frame, plotted, shown, look)
}

function paintNeutralised(
  canvas: Canvas,
  frame: PlotFrame,
  plotted: LinePlotData,
  look: PlotStyle,
): void {
  for (const { kind, firstLap, lastLap } of plotted.neutralised) {
    const from = frame.xOf(Math.max(0, firstLap - 1))
    const to = frame.xOf(Math.min(lastLap, plotted.lastLap))
    canvas.fillStyle = look.ink(NEUTRALISED_COLOURS[kind])
    canvas.fillRect(from, frame.top, Math.max(to - from, 2), frame.bottom - frame.top)
  }
}

function paintRings(
  canvas: Canvas,
  { xOf, yOf }: PlotFrame,
  { place }: LinePlotData,
  { driver, values, ringed }: PlotLine,
  look: PlotStyle,
): void {
  if (ringed.size === 0) return
  canvas.strokeStyle = look.ink(driver.colour)
  canvas.beginPath()
  for (const lap of ringed) {
    const value = values[lap] ?? null
    if (value === null) continue
    const [x, y] = [xOf(lap), yOf(place(value))]
    canvas.moveTo(x + RING_RADIUS, y)
    canvas.arc(x, y, RING_RADIUS, 0, 2 * Math.PI)
  }
  canvas.fill()
  canvas.stroke()
}

interface Name {
  readonly driver: PlotLine['driver']
  readonly x: number
  readonly y: number
  /** Lines run on behind it. */
  readonly isEarly: boolean
}

/** Paints the name of each line behind its last visible value; that of a line that ends early stands beside its end. */
function paintNames(
  canvas: Canvas,
  { xOf, yOf, left, top, right, bottom, lastLap: lastInSight }: PlotFrame,
  { place }: LinePlotData,
  lines: readonly PlotLine[],
  look: PlotStyle,
): void {
  canvas.font = look.nameFont
  canvas.textAlign = 'left'
  canvas.textBaseline = 'middle'
  const names = lines.flatMap(({ driver, values }): Name[] => {
    const last = values.findLastIndex((value, lap) => value !== null && lap <= lastInSight)
    const value = values[last] ?? null
    if (value === null || xOf(last) < left) return []
    const x = Math.min(xOf(last), right) + NAME_GAP
    return [{ driver, x, y: yOf(place(value)), isEarly: last < lastInSight }]
  })
  for (const { driver, x, y, isEarly } of spreadNames(names, top, bottom)) {
    if (isEarly) {
      canvas.fillStyle = look.panel
      canvas.fillRect(x, y - NAME_HEIGHT / 2, canvas.measureText(driver.code).width, NAME_HEIGHT)
    }
    canvas.fillStyle = look.ink(driver.colour)
    canvas.fillText(driver.code, x, y)
  }
}

/** Names at the end of the same lap, so far apart that each can be read, as long as there is room. */
function spreadNames<N extends Pick<Name, 'x' | 'y'>>(
  names: readonly N[],
  top: number,
  bottom: number,
): N[] {
  return [...Map.groupBy(names, ({ x }) => x).values()].flatMap((column) => {
    const sorted = column.toSorted((a, b) => a.y - b.y)
    const apart = Math.min(NAME_HEIGHT, (bottom - top) / Math.max(sorted.length - 1, 1))
    const placed: number[] = []
    for (const { y } of sorted) placed.push(Math.max(y, (placed.at(-1) ?? -Infinity) + apart))
    // Names that were pushed out at the bottom push the others up.
    let lowest = bottom
    for (let index = placed.length - 1; index >= 0; index--) {
      placed[index] = Math.min(placed[index] ?? lowest, lowest)
      lowest = (placed[index] ?? lowest) - apart
    }
    return sorted.map((name, index) => ({ ...name, y: placed[index] ?? name.y }))
  })
}
