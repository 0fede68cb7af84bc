import { COLOURS, teamColour } from './colours.ts'
import { frame, MARGIN } from './frame.ts'
import { svgText } from './svg-text.ts'

const WIDTH_MAX = 1072
const ROW_HEIGHT = 54

interface Named {
  /** What it is, above its name. */
  readonly kind: string
  readonly name: string
  readonly note: string
  /** The first of its standings. */
  readonly rows: readonly { name: string; colour: string; points: string }[]
}

/** The picture of a league's or a season's page as SVG. */
export function namedPicture({ kind, name, note, rows }: Named): string {
  return frame(
    [
      svgText(kind.toUpperCase(), {
        ...{ x: MARGIN, y: 106, size: 34, weight: 500, fill: COLOURS.secondary, spacing: 1.5 },
      }),
      svgText(name, {
        ...{ x: MARGIN - 4, y: 208, size: 112, fill: COLOURS.text, widthMax: WIDTH_MAX },
      }),
      ...rows.map((row, index) => rowOf(row, index)),
    ],
    note,
  )
}

function rowOf({ name, colour, points }: Named['rows'][number], index: number): string {
  const top = 250 + index * ROW_HEIGHT
  const y = top + 38
  const fill = index === 0 ? COLOURS.raised : COLOURS.panel
  return [
    `<rect x="${MARGIN}" y="${top}" width="${WIDTH_MAX}" height="${ROW_HEIGHT - 6}" rx="4" fill="${fill}"/>`,
    svgText(String(index + 1), {
      ...{ x: MARGIN + 46, y, size: 36, anchor: 'end' },
      fill: index === 0 ? COLOURS.secondary : COLOURS.muted,
    }),
    `<rect x="${MARGIN + 62}" y="${top + 9}" width="6" height="${ROW_HEIGHT - 24}" rx="2" fill="${teamColour(colour)}"/>`,
    svgText(name, { x: MARGIN + 84, y, size: 36, fill: COLOURS.text, widthMax: 700 }),
    svgText(points, {
      ...{ x: MARGIN + WIDTH_MAX - 18, y, size: 34, weight: 500, anchor: 'end' },
      ...{ fill: index === 0 ? COLOURS.text : COLOURS.muted, widthMax: 180 },
    }),
  ].join('\n')
}
