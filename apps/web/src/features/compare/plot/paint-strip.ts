import { gridDistance } from '@pitboard/contract/comparison/aligned-lap'
import type { PlotStyle } from '../../../timing/plot/plot-frame.ts'
import { createStepPen, createStraightPen } from './line-pen.ts'
import type { StripData, StripLine } from './strip-data.ts'
import type { StripFrame } from './strip-frame.ts'

const LINE_WIDTH = 1.75
const LABEL_GAP = 5

export type StripCanvas = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'clip'
  | 'fillRect'
  | 'fillStyle'
  | 'fillText'
  | 'font'
  | 'lineJoin'
  | 'lineTo'
  | 'lineWidth'
  | 'moveTo'
  | 'rect'
  | 'restore'
  | 'save'
  | 'setLineDash'
  | 'stroke'
  | 'strokeStyle'
  | 'textAlign'
  | 'textBaseline'
>

/** Everything of a strip but its cursor. */
export function paintStrip(
  canvas: StripCanvas,
  frame: StripFrame,
  strip: StripData,
  look: PlotStyle,
): void {
  paintGrid(canvas, frame, strip, look)
  const { left, top, right, bottom } = frame
  canvas.save()
  canvas.beginPath()
  canvas.rect(left, top - 2, right - left, bottom - top + 4)
  canvas.clip()
  canvas.lineJoin = 'bevel'
  canvas.lineWidth = LINE_WIDTH
  // The reference lies above the others.
  for (const line of strip.lines.toReversed()) paintLine(canvas, frame, strip, line)
  canvas.restore()
}

function paintGrid(
  canvas: StripCanvas,
  frame: StripFrame,
  strip: StripData,
  look: PlotStyle,
): void {
  const { left, top, right, bottom, xOf, yOf } = frame
  canvas.fillStyle = look.line
  for (const value of frame.valueTicks) {
    canvas.fillRect(left, Math.round(yOf(value)), right - left, 1)
  }
  const corners = strip.corners.filter(({ apexM }) => xOf(apexM) >= left && xOf(apexM) <= right)
  for (const { apexM } of corners) canvas.fillRect(Math.round(xOf(apexM)), top, 1, bottom - top)
  canvas.font = look.font
  canvas.fillStyle = look.muted
  canvas.textAlign = 'right'
  canvas.textBaseline = 'middle'
  for (const value of frame.valueTicks) {
    canvas.fillText(strip.format(value), left - LABEL_GAP, yOf(value))
  }
  canvas.textAlign = 'center'
  if (strip.hasCornerNumbers) {
    canvas.textBaseline = 'bottom'
    let freeX = left
    for (const { apexM, number } of corners) {
      // A number that would stand on the one before it is left out: its line remains.
      if (xOf(apexM) < freeX) continue
      canvas.fillText(String(number), xOf(apexM), top - 2)
      freeX = xOf(apexM) + 16
    }
  }
  if (strip.hasDistances) {
    canvas.textBaseline = 'top'
    for (const distanceM of frame.distanceTicks) {
      const x = xOf(distanceM)
      if (x < right - 14) canvas.fillText(String(distanceM), x, bottom + LABEL_GAP)
    }
  }
}

function paintLine(
  canvas: StripCanvas,
  { first, last, xOf, yOf }: StripFrame,
  { grid, isHeld }: StripData,
  { values, colour, dash }: StripLine,
): void {
  canvas.strokeStyle = colour
  canvas.setLineDash([...dash])
  canvas.beginPath()
  const pen = isHeld ? createStepPen(canvas) : createStraightPen(canvas)
  for (let index = first; index <= last; index++) {
    const value = values[index] ?? null
    if (value === null) pen.lift()
    else pen.draw(xOf(gridDistance(grid, index)), yOf(value))
  }
  pen.lift()
  canvas.stroke()
}
