import type { PlotStyle } from './plot-style.ts'

const LABEL_GAP = 5

/** The lines of a chart lie there in it, in pixels of the page. */
export interface PlotBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Label {
  readonly at: number
  readonly label: string
}

export interface PlotAxes {
  /** They stand left of the lines, each with a line across. */
  readonly values: readonly Label[]
  /** A line goes down at each of these. */
  readonly lines: readonly number[]
  /** These labels stand above the lines. */
  readonly heads: readonly Label[]
  /** These labels stand below the lines. */
  readonly feet: readonly Label[]
}

export type AxesCanvas = Pick<
  CanvasRenderingContext2D,
  'fillRect' | 'fillStyle' | 'fillText' | 'font' | 'textAlign' | 'textBaseline'
>

/** Paints the grid of a chart, and what stands around it. */
export function paintAxes(
  canvas: AxesCanvas,
  { left, top, right, bottom }: PlotBox,
  { values, lines, heads, feet }: PlotAxes,
  look: Pick<PlotStyle, 'font' | 'line' | 'muted'>,
): void {
  canvas.fillStyle = look.line
  for (const { at } of values) canvas.fillRect(left, Math.round(at), right - left, 1)
  for (const at of lines) canvas.fillRect(Math.round(at), top, 1, bottom - top)
  canvas.font = look.font
  canvas.fillStyle = look.muted
  canvas.textAlign = 'right'
  canvas.textBaseline = 'middle'
  for (const { at, label } of values) canvas.fillText(label, left - LABEL_GAP, at)
  canvas.textAlign = 'center'
  canvas.textBaseline = 'bottom'
  for (const { at, label } of heads) canvas.fillText(label, at, top - 2)
  canvas.textBaseline = 'top'
  for (const { at, label } of feet) canvas.fillText(label, at, bottom + LABEL_GAP)
}
