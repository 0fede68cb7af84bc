import type { UserProfile } from '@pitboard/contract/accounts/user'
import { formatTime } from '../pages/format-time.ts'
import { TEXTS } from '../../messages/catalogue.ts'
import { COLOURS, frame, MARGIN } from './frame.ts'
import type { LeagueIdentity } from './league-identity.ts'
import { type StandingRow, standingRows } from './standing-rows.ts'
import { svgText } from './svg-text.ts'

const WIDTH_MAX = 1072
const LOGO = 132
const ROWS_TOP = 250

interface Named {
  /** It stands above the name, and says what the subject is or belongs to. */
  readonly kind: string
  readonly name: string
  readonly note: string
  /** The rows are the first of its standings, or facts about it. */
  readonly rows: readonly StandingRow[]
  /** It is the identity of its league; null without one. */
  readonly identity?: Pick<LeagueIdentity, 'accent' | 'logo'> | null
  /** The values stand with their names above the rows. */
  readonly figures?: readonly Figure[]
}

interface Figure {
  readonly name: string
  readonly value: string
}

/** Draws a league's, a season's or a user's page as SVG. */
export function namedPicture({ kind, name, note, rows, identity, figures = [] }: Named): string {
  const logo = identity?.logo ?? null
  const left = logo === null ? MARGIN : MARGIN + LOGO + 28
  const widthMax = WIDTH_MAX - (left - MARGIN)
  const rowsTop = ROWS_TOP + (figures.length === 0 ? 0 : 108)
  return frame(
    [
      logo === null ? '' : logoAt(logo),
      svgText(kind.toUpperCase(), {
        x: left,
        y: 106,
        size: 34,
        weight: 500,
        fill: COLOURS.muted,
        spacing: 1.5,
        widthMax,
      }),
      svgText(name, { x: left - 4, y: 208, size: 112, fill: COLOURS.text, widthMax }),
      ...figures.map((figure, index) => figureAt(figure, MARGIN + index * 216)),
      standingRows(rows, { left: MARGIN, top: rowsTop, width: WIDTH_MAX }),
    ],
    { note, accent: identity?.accent ?? null },
  )
}

function logoAt(logo: string): string {
  const place = `x="${MARGIN}" y="84" width="${LOGO}" height="${LOGO}"`
  return [
    `<defs><clipPath id="logo"><rect ${place} rx="14"/></clipPath></defs>`,
    `<image ${place} href="${logo}" preserveAspectRatio="xMidYMid slice" clip-path="url(#logo)"/>`,
  ].join('')
}

function figureAt({ name, value }: Figure, x: number): string {
  return [
    svgText(name.toUpperCase(), {
      x,
      y: 268,
      size: 26,
      weight: 500,
      fill: COLOURS.muted,
      spacing: 1.5,
      widthMax: 200,
    }),
    svgText(value, { x, y: 332, size: 64, fill: COLOURS.text, widthMax: 200 }),
  ].join('')
}

/** The widths are those of the bars of a tower, as a share: the field behind its leader. */
const BARS = [1, 0.86, 0.8, 0.71, 0.6, 0.55, 0.42, 0.3]

/** Every page that has no subject of its own has this picture. */
export function defaultPicture(): string {
  const lines = ['Your races,', 'live on', 'the web']
  return frame(
    [
      ...lines.map((line, index) =>
        svgText(line, { x: MARGIN - 3, y: 180 + index * 112, size: 116, fill: COLOURS.text }),
      ),
      svgText('Live timing, every lap stored, leagues with standings', {
        x: MARGIN,
        y: 486,
        size: 31,
        weight: 400,
        family: 'Barlow',
        fill: COLOURS.muted,
      }),
      ...BARS.map((share, index) => bar(share, index)),
    ],
    { accent: COLOURS.primaryFill },
  )
}

function bar(share: number, index: number): string {
  const fill = index === 0 ? COLOURS.primary : index === 1 ? COLOURS.secondary : COLOURS.lineStrong
  const width = Math.round(360 * share)
  return `<rect x="776" y="${96 + index * 44}" width="${width}" height="28" rx="4" fill="${fill}"/>`
}

const BESTS = 3

/** The picture shows results in figures, and the newest best laps. */
export function userPicture({ username, counts, bests }: UserProfile): string {
  const newest = bests.toSorted((a, b) => (a.drivenAt < b.drivenAt ? 1 : -1)).slice(0, BESTS)
  return namedPicture({
    kind: 'Driver',
    name: username,
    note: TEXTS.en('pictures.sessionCount', { count: counts.sessions }),
    figures: [
      { name: 'Races', value: String(counts.races) },
      { name: 'Wins', value: String(counts.wins) },
      { name: 'Podiums', value: String(counts.podiums) },
      { name: 'Poles', value: String(counts.poles) },
      { name: 'Fastest laps', value: String(counts.fastestLaps) },
    ],
    rows: newest.map(({ trackName, lapTimeMs }) => ({
      place: null,
      name: `Best lap at ${trackName}`,
      colour: '',
      value: formatTime(lapTimeMs),
    })),
  })
}
