import { PICTURE_FORMATS, type PictureFormat } from '@pitboard/contract/site/picture-formats'
import { svgText } from './svg-text.ts'

export const MARGIN = 64

interface FrameOptions {
  /** The note stands beside the mark. */
  readonly note?: string
  /** The accent is `#rrggbb`, for the edge and a hint of it behind the title; null without a colour of its own. */
  readonly accent?: string | null
  readonly format?: PictureFormat
}

/** Returns what every picture shares: the page's ground, the mark and the name. */
export function frame(
  content: readonly string[],
  { note = '', accent = null, format = 'wide' }: FrameOptions = {},
): string {
  const edge = accent ?? COLOURS.lineStrong
  const { width, height } = PICTURE_FORMATS[format]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${COLOURS.page}"/>`,
    '<defs><linearGradient id="tint" x2="0.6" y2="0.6">',
    `<stop stop-color="${edge}" stop-opacity="0.28"/><stop offset="1" stop-color="${edge}" stop-opacity="0"/>`,
    '</linearGradient></defs>',
    `<rect width="${width}" height="${height}" fill="url(#tint)"/>`,
    `<rect width="12" height="${height}" fill="${edge}"/>`,
    ...content,
    `<rect x="${MARGIN}" y="${height - 88}" width="${width - 2 * MARGIN}" height="2" fill="${COLOURS.line}"/>`,
    mark(MARGIN, height - 66, 40),
    svgText('Pitboard', { x: MARGIN + 54, y: height - 33, size: 36, fill: COLOURS.text }),
    svgText(note, {
      x: width - MARGIN,
      y: height - 35,
      size: 30,
      weight: 500,
      fill: COLOURS.muted,
      anchor: 'end',
      widthMax: width - 2 * MARGIN - 372,
    }),
    '</svg>',
  ].join('\n')
}

/** Draws the mark of apps/web/public/icon.svg. */
function mark(left: number, top: number, size: number): string {
  return [
    `<g transform="translate(${left} ${top}) scale(${size / 32})">`,
    '<rect width="32" height="32" rx="6" fill="#17191e"/>',
    markBar(7, 20, '#ff3b30'),
    markBar(14, 14, COLOURS.secondary),
    markBar(21, 9, COLOURS.text),
    '</g>',
  ].join('')
}

function markBar(y: number, width: number, fill: string): string {
  return `<rect x="6" y="${y}" width="${width}" height="4" rx="1" fill="${fill}"/>`
}

/** The colours are those of the web app (apps/web/src/ui/styles/tokens.css), as far as pictures use them. */
export const COLOURS = {
  page: '#0b0c0f',
  panel: '#121418',
  raised: '#1a1d23',
  line: '#262a32',
  lineStrong: '#3a404b',
  text: '#f4f5f7',
  muted: '#a8aeb9',
  primary: '#ff4b3e',
  primaryFill: '#d9170b',
  secondary: '#ffb000',
  good: '#3ddc84',
  gold: '#ffc83d',
  silver: '#d7dbe2',
  bronze: '#e39b63',
} as const

/** Returns a team's colour, grey if unknown, lightened if too dark for the page. */
export function teamColour(colour: string): string {
  const parts = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)
  if (!parts) return COLOURS.muted
  const rgb = parts.slice(1).map((part) => Number.parseInt(part, 16))
  if (Math.max(...rgb) >= 96) return colour
  return `#${rgb.map((part) => (part + 90).toString(16)).join('')}`
}
