import { createStepPen, createStraightPen } from './line-pen.ts'
import type { PlotBox } from './plot-axes.ts'

/** Rings and wide lines at the edge are not cut. */
const EDGE = 3

export type LinesCanvas = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'clip'
  | 'lineJoin'
  | 'lineTo'
  | 'moveTo'
  | 'rect'
  | 'restore'
  | 'save'
  | 'setLineDash'
  | 'stroke'
  | 'strokeStyle'
>

/** Paints nothing beside the box. */
export function paintWithin(canvas: LinesCanvas, box: PlotBox, paint: () => void): void {
  canvas.save()
  canvas.beginPath()
  canvas.rect(
    box.left - EDGE,
    box.top - EDGE,
    box.right - box.left + 2 * EDGE,
    box.bottom - box.top + 2 * EDGE,
  )
  canvas.clip()
  // Round joins take a fifth longer to draw; at this width nobody sees them.
  canvas.lineJoin = 'bevel'
  paint()
  canvas.restore()
}

interface PaintedLine {
  readonly values: ArrayLike<number | null>
  /** They are the first and the last of the values that are drawn. */
  readonly first: number
  readonly last: number
  readonly xOf: (index: number) => number
  readonly yOf: (value: number) => number
  readonly colour: string
  readonly dash: readonly number[]
  /** The line is level until the next value. */
  readonly isHeld: boolean
}

/** Where a value is missing there is a gap and no straight line. */
export function paintLine(canvas: LinesCanvas, line: PaintedLine): void {
  const { values, first, last, xOf, yOf } = line
  canvas.strokeStyle = line.colour
  canvas.setLineDash([...line.dash])
  canvas.beginPath()
  const pen = line.isHeld ? createStepPen(canvas) : createStraightPen(canvas)
  for (let index = first; index <= last; index++) {
    const value = values[index] ?? null
    if (value === null) pen.lift()
    else pen.draw(xOf(index), yOf(value))
  }
  pen.lift()
  canvas.stroke()
}
