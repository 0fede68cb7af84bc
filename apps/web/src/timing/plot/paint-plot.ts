import type { LinePlotData, PlotLine } from './line-plot-data.ts'
import type { PlotFrame, PlotStyle } from './plot-frame.ts'

const LINE_WIDTH = 1.75
const CHOSEN_WIDTH = 2.75
const DASH = [6, 4]
const RING_RADIUS = 2.5
const LABEL_GAP = 5
const NAME_GAP = 6
const NAME_HEIGHT = 14
const NEUTRALISED_COLOURS = {
  safetyCar: 'rgb(255 176 0 / 0.16)',
  virtualSafetyCar: 'rgb(255 213 53 / 0.09)',
  redFlag: 'rgb(229 23 13 / 0.3)',
} as const

type Canvas = Pick<
  CanvasRenderingContext2D,
  | 'arc'
  | 'beginPath'
  | 'fill'
  | 'fillRect'
  | 'fillStyle'
  | 'fillText'
  | 'font'
  | 'lineJoin'
  | 'lineTo'
  | 'lineWidth'
  | 'measureText'
  | 'moveTo'
  | 'setLineDash'
  | 'stroke'
  | 'strokeStyle'
  | 'textAlign'
  | 'textBaseline'
>

/** Everything of a chart but its cursor. Nobody chosen: all in their colours. */
export function paintPlot(
  canvas: Canvas,
  frame: PlotFrame,
  plotted: LinePlotData,
  look: PlotStyle,
  chosen: readonly number[],
): void {
  paintNeutralised(canvas, frame, plotted)
  paintGrid(canvas, frame, plotted, look)
  const isShown = ({ driverIdx }: PlotLine) => chosen.length === 0 || chosen.includes(driverIdx)
  const shown = plotted.lines.filter(isShown)
  // Round joins take a fifth longer to draw; at this width nobody sees them.
  canvas.lineJoin = 'bevel'
  canvas.lineWidth = LINE_WIDTH
  // Below those that somebody looks for.
  for (const line of plotted.lines) {
    if (!isShown(line)) paintLine(canvas, frame, plotted, line, look.lineStrong)
  }
  if (chosen.length > 0) canvas.lineWidth = CHOSEN_WIDTH
  for (const line of shown) paintLine(canvas, frame, plotted, line, line.driver.colour)
  canvas.setLineDash([])
  canvas.lineWidth = 1
  canvas.fillStyle = look.ring
  for (const line of shown) paintRings(canvas, frame, plotted, line)
  if (plotted.named === true) paintNames(canvas, frame, plotted, shown, look)
}

function paintNeutralised(canvas: Canvas, frame: PlotFrame, plotted: LinePlotData): void {
  for (const { kind, firstLap, lastLap } of plotted.neutralised) {
    const from = frame.xOf(Math.max(0, firstLap - 1))
    const to = frame.xOf(Math.min(lastLap, plotted.lastLap))
    canvas.fillStyle = NEUTRALISED_COLOURS[kind]
    canvas.fillRect(from, frame.top, Math.max(to - from, 2), frame.bottom - frame.top)
  }
}

function paintGrid(canvas: Canvas, frame: PlotFrame, plotted: LinePlotData, look: PlotStyle): void {
  const { left, top, right, bottom, xOf, yOf, lapTicks } = frame
  canvas.fillStyle = look.line
  for (const lap of lapTicks) canvas.fillRect(Math.round(xOf(lap)), top, 1, bottom - top)
  for (const tick of plotted.ticks) canvas.fillRect(left, Math.round(yOf(tick)), right - left, 1)
  canvas.font = look.font
  canvas.fillStyle = look.muted
  canvas.textAlign = 'center'
  canvas.textBaseline = 'top'
  for (const lap of lapTicks) canvas.fillText(String(lap), xOf(lap), bottom + LABEL_GAP)
  canvas.textAlign = 'right'
  canvas.textBaseline = 'middle'
  for (const tick of plotted.ticks) {
    canvas.fillText(plotted.format(tick), left - LABEL_GAP, yOf(tick))
  }
}

function paintLine(
  canvas: Canvas,
  { xOf, yOf }: PlotFrame,
  { place }: LinePlotData,
  { driver, values }: PlotLine,
  colour: string,
): void {
  canvas.strokeStyle = colour
  canvas.setLineDash(driver.isSecond ? DASH : [])
  canvas.beginPath()
  let isDrawing = false
  for (const [lap, value] of values.entries()) {
    if (value === null) isDrawing = false
    else if (isDrawing) canvas.lineTo(xOf(lap), yOf(place(value)))
    else {
      canvas.moveTo(xOf(lap), yOf(place(value)))
      isDrawing = true
    }
  }
  canvas.stroke()
}

function paintRings(
  canvas: Canvas,
  { xOf, yOf }: PlotFrame,
  { place }: LinePlotData,
  { driver, values, ringed }: PlotLine,
): void {
  if (ringed.size === 0) return
  canvas.strokeStyle = driver.colour
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

/** Behind the last value of each line; of one that ends early beside its end. */
function paintNames(
  canvas: Canvas,
  { xOf, yOf, top, bottom }: PlotFrame,
  { lastLap, place }: LinePlotData,
  lines: readonly PlotLine[],
  look: PlotStyle,
): void {
  canvas.font = look.nameFont
  canvas.textAlign = 'left'
  canvas.textBaseline = 'middle'
  const names = lines.flatMap(({ driver, values }): Name[] => {
    const last = values.findLastIndex((value) => value !== null)
    const value = values[last] ?? null
    if (value === null) return []
    return [{ driver, x: xOf(last) + NAME_GAP, y: yOf(place(value)), isEarly: last < lastLap }]
  })
  for (const { driver, x, y, isEarly } of spreadNames(names, top, bottom)) {
    if (isEarly) {
      canvas.fillStyle = look.panel
      canvas.fillRect(x, y - NAME_HEIGHT / 2, canvas.measureText(driver.code).width, NAME_HEIGHT)
    }
    canvas.fillStyle = driver.colour
    canvas.fillText(driver.code, x, y)
  }
}

/** Names at the end of the same lap, so far apart that each can be read, as long as there is room. */
export function spreadNames<N extends Pick<Name, 'x' | 'y'>>(
  names: readonly N[],
  top: number,
  bottom: number,
): N[] {
  return [...Map.groupBy(names, ({ x }) => x).values()].flatMap((column) => {
    const sorted = column.toSorted((a, b) => a.y - b.y)
    const apart = Math.min(NAME_HEIGHT, (bottom - top) / Math.max(sorted.length - 1, 1))
    const placed: number[] = []
    for (const { y } of sorted) placed.push(Math.max(y, (placed.at(-1) ?? -Infinity) + apart))
    // Those that were pushed out at the bottom push the others up.
    let lowest = bottom
    for (let index = placed.length - 1; index >= 0; index--) {
      placed[index] = Math.min(placed[index] ?? lowest, lowest)
      lowest = (placed[index] ?? lowest) - apart
    }
    return sorted.map((name, index) => ({ ...name, y: placed[index] ?? name.y }))
  })
}
