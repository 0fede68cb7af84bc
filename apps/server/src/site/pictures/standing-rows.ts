import { COLOURS, teamColour } from './frame.ts'
import type { Block } from './stacked-picture.ts'
import { svgText } from './svg-text.ts'

const ROW_HEIGHT = 54
const GAP = 6

export interface StandingRow {
  /** It is null for a row without position and colour. */
  readonly place: number | null
  readonly name: string
  /** The colour is that of the team; empty where it is unknown. */
  readonly colour: string
  /** It stands at the end of the row: a time, a gap or points. */
  readonly value: string
}

export function rowsBlock(rows: readonly StandingRow[]): Block {
  return { height: rows.length * ROW_HEIGHT - GAP, draw: (box) => standingRows(rows, box) }
}

interface RowsBox {
  readonly left: number
  readonly top: number
  readonly width: number
}

/** Draws the first of an order, with medals for three of them. */
export function standingRows(rows: readonly StandingRow[], { left, top, width }: RowsBox): string {
  return rows
    .map((row, index) => standingRow(row, { left, top: top + index * ROW_HEIGHT, width }))
    .join('\n')
}

function standingRow({ place, name, colour, value }: StandingRow, box: RowsBox): string {
  const { left, top, width } = box
  const y = top + 38
  const isFirst = place === 1
  const nameLeft = place === null ? 24 : 92
  return [
    `<rect x="${left}" y="${top}" width="${width}" height="${ROW_HEIGHT - GAP}" rx="4" fill="${isFirst ? COLOURS.raised : COLOURS.panel}"/>`,
    place === null ? '' : placeOf(place, colour, box),
    svgText(name, {
      x: left + nameLeft,
      y,
      size: 36,
      fill: COLOURS.text,
      widthMax: width - nameLeft - 180,
    }),
    svgText(value, {
      x: left + width - 18,
      y,
      size: 34,
      weight: 500,
      anchor: 'end',
      fill: isFirst ? COLOURS.text : COLOURS.muted,
      widthMax: 150,
    }),
  ].join('\n')
}

const MEDALS = [COLOURS.gold, COLOURS.silver, COLOURS.bronze]

/** Marks places as the pages do: the first is filled, the next two are framed. */
function placeOf(place: number, colour: string, { left, top }: RowsBox): string {
  const medal = MEDALS[place - 1]
  const fill = place === 1 ? COLOURS.gold : 'none'
  const frame =
    medal === undefined
      ? ''
      : `<rect x="${left + 12}" y="${top + 7}" width="42" height="34" rx="4" fill="${fill}" stroke="${medal}" stroke-width="3"/>`
  const number = svgText(String(place), {
    x: left + 33,
    y: top + 36,
    size: 32,
    anchor: 'middle',
    fill: place === 1 ? COLOURS.page : (medal ?? COLOURS.muted),
  })
  const team = `<rect x="${left + 68}" y="${top + 9}" width="7" height="${ROW_HEIGHT - GAP - 18}" rx="2" fill="${teamColour(colour)}"/>`
  return [frame, number, team].join('\n')
}
