import type { UserProfile } from '@pitboard/contract/accounts/user'
import { formatTime } from '../pages/session-card.ts'
import { countText } from '../pages/session-head.ts'
import { COLOURS, frame, MARGIN, teamColour } from './frame.ts'
import { svgText } from './svg-text.ts'

const WIDTH_MAX = 1072
const ROW_HEIGHT = 54

interface Named {
  /** What it is, above its name. */
  readonly kind: string
  readonly name: string
  readonly note: string
  /** The first of its standings, or of what there is to say of it. */
  readonly rows: readonly NamedRow[]
}

interface NamedRow {
  /** Null for a row without position and colour. */
  readonly place: number | null
  readonly name: string
  readonly colour: string
  /** What stands at its end. */
  readonly value: string
}

/** The picture of a league's, a season's or a user's page as SVG. */
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

function rowOf({ place, name, colour, value }: NamedRow, index: number): string {
  const top = 250 + index * ROW_HEIGHT
  const y = top + 38
  const fill = index === 0 ? COLOURS.raised : COLOURS.panel
  return [
    `<rect x="${MARGIN}" y="${top}" width="${WIDTH_MAX}" height="${ROW_HEIGHT - 6}" rx="4" fill="${fill}"/>`,
    place === null ? '' : placeOf(place, colour, top),
    svgText(name, {
      ...{ x: MARGIN + (place === null ? 24 : 84), y, size: 36, fill: COLOURS.text, widthMax: 700 },
    }),
    svgText(value, {
      ...{ x: MARGIN + WIDTH_MAX - 18, y, size: 34, weight: 500, anchor: 'end' },
      ...{ fill: index === 0 ? COLOURS.text : COLOURS.muted, widthMax: 180 },
    }),
  ].join('\n')
}

function placeOf(place: number, colour: string, top: number): string {
  const number = svgText(String(place), {
    ...{ x: MARGIN + 46, y: top + 38, size: 36, anchor: 'end' },
    fill: place === 1 ? COLOURS.secondary : COLOURS.muted,
  })
  const team = `<rect x="${MARGIN + 62}" y="${top + 9}" width="6" height="${ROW_HEIGHT - 24}" rx="2" fill="${teamColour(colour)}"/>`
  return `${number}\n${team}`
}

/** Widths of the bars of a tower, as a share: the field behind its leader. */
const BARS = [1, 0.86, 0.8, 0.71, 0.6, 0.55, 0.42, 0.3]

/** The picture of every page that has no subject of its own. */
export function defaultPicture(): string {
  return frame([
    ...['Live timing', 'for the races', 'you drive'].map((line, index) =>
      svgText(line, { x: MARGIN - 3, y: 180 + index * 112, size: 116, fill: COLOURS.text }),
    ),
    svgText('Live in the browser, every lap stored, leagues with standings', {
      ...{ x: MARGIN, y: 486, size: 31, weight: 400, family: 'Barlow', fill: COLOURS.muted },
    }),
    ...BARS.map((share, index) => bar(share, index)),
  ])
}

function bar(share: number, index: number): string {
  const fill = index === 0 ? COLOURS.primary : index === 1 ? COLOURS.secondary : COLOURS.lineStrong
  const width = Math.round(360 * share)
  return `<rect x="776" y="${96 + index * 44}" width="${width}" height="28" rx="4" fill="${fill}"/>`
}

const ROWS = 5

/** The number of sessions and races, and the newest best laps. */
export function userPicture({ username, counts, bests }: UserProfile): string {
  const newest = bests.toSorted((a, b) => (a.drivenAt < b.drivenAt ? 1 : -1)).slice(0, ROWS)
  return namedPicture({
    kind: 'Driver',
    name: username,
    note: `${countText(counts.sessions, 'session')}, ${countText(counts.races, 'race')}`,
    rows: newest.map(({ trackName, lapTimeMs }) => ({
      ...{ place: null, name: trackName, colour: '', value: formatTime(lapTimeMs) },
    })),
  })
}
