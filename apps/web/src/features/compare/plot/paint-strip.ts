import { gridDistance } from '@pitboard/analysis/comparison/aligned-lap'
import { type LinesCanvas, paintLine, paintWithin } from '../../../timing/plot/paint-lines.ts'
import { type AxesCanvas, type PlotAxes, paintAxes } from '../../../timing/plot/plot-axes.ts'
import type { PlotStyle } from '../../../timing/plot/plot-style.ts'
import type { StripData } from './strip-data.ts'
import type { StripFrame } from './strip-frame.ts'

const LINE_WIDTH = 1.75
const NUMBER_ROOM = 16
const DISTANCE_ROOM = 14

type StripCanvas = AxesCanvas & LinesCanvas & Pick<CanvasRenderingContext2D, 'lineWidth'>

/** Paints everything of a strip except its cursor. */
export function paintStrip(
  canvas: StripCanvas,
  frame: StripFrame,
  strip: StripData,
  look: PlotStyle,
): void {
  paintAxes(canvas, frame, axesOf(frame, strip), look)
  const { first, last, xOf, yOf } = frame
  paintWithin(canvas, frame, () => {
    canvas.lineWidth = LINE_WIDTH
    // The reference lies above the others.
    for (const { values, colour, dash } of strip.lines.toReversed()) {
      paintLine(canvas, {
        values,
        first,
        last,
        xOf: (index) => xOf(gridDistance(strip.grid, index)),
        yOf,
        colour: look.ink(colour),
        dash,
        isHeld: strip.isHeld,
      })
    }
  })
}

function axesOf(frame: StripFrame, strip: StripData): PlotAxes {
  const { left, right, xOf, yOf } = frame
  const corners = strip.corners
    .map(({ apexM, number }) => ({ at: xOf(apexM), label: String(number) }))
    .filter(({ at }) => at >= left && at <= right)
  const distances = frame.distanceTicks
    .map((distanceM) => ({ at: xOf(distanceM), label: String(distanceM) }))
    .filter(({ at }) => at < right - DISTANCE_ROOM)
  return {
    values: frame.valueTicks.map((value) => ({ at: yOf(value), label: strip.format(value) })),
    lines: corners.map(({ at }) => at),
    heads: strip.hasCornerNumbers ? withRoom(corners) : [],
    feet: strip.hasDistances ? distances : [],
  }
}

/** A number that would stand on the one before it is left out: its line remains. */
function withRoom<N extends { readonly at: number }>(numbers: readonly N[]): N[] {
  let freeX = Number.NEGATIVE_INFINITY
  return numbers.filter(({ at }) => {
    if (at < freeX) return false
    freeX = at + NUMBER_ROOM
    return true
  })
}
