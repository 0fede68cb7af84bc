import { escapeMarkup } from '../../platform/html/page.ts'
import { type Family, isLatin, widthOf } from './fonts.ts'

export interface TextStyle {
  readonly x: number
  /** The base line is there. */
  readonly y: number
  readonly size: number
  readonly fill: string
  readonly family?: Family
  readonly weight?: 400 | 500 | 600
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly spacing?: number
  /** It is in pixels; a longer text is set smaller, then cut. */
  readonly widthMax?: number
}

/** The bundled fonts have these scripts. */
const SUPPORTED =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]/u
/** These characters can't be drawn or change the text direction. */
const REMOVED = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Extended_Pictographic}\ufe0f]/gu
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Longer grapheme clusters are cut. */
const GRAPHEME_UNITS_MAX = 4
const SMALLEST = 0.75

/** Returns a line of text as SVG, of any script. */
export function svgText(text: string, style: TextStyle): string {
  const { x, y, fill, family = 'Barlow Condensed', weight = 600, anchor = 'start' } = style
  const { letters, size } = fitText(lettersOf(text), style)
  const spacing = style.spacing ? ` letter-spacing="${style.spacing}"` : ''
  return (
    `<text x="${x}" y="${y}" font-family="${family}" font-weight="${weight}" ` +
    `font-size="${size}" fill="${fill}" text-anchor="${anchor}"${spacing} xml:space="preserve">` +
    `${runsOf(letters)}</text>`
  )
}

/** Returns whether the bundled fonts have all characters. */
export function isSupported(text: string): boolean {
  return lettersOf(text).every((letter) =>
    Array.from(letter).every((point) => SUPPORTED.test(point)),
  )
}

function lettersOf(text: string): string[] {
  const shown = text.toWellFormed().normalize('NFC').replaceAll(REMOVED, '').trim()
  const letters = Array.from(graphemes.segment(shown), ({ segment }) => segment)
  return letters.map((letter) => letter.slice(0, GRAPHEME_UNITS_MAX).toWellFormed())
}

function fitText(letters: readonly string[], style: TextStyle) {
  const { size, family = 'Barlow Condensed', spacing = 0, widthMax } = style
  if (widthMax === undefined) return { letters, size }
  const widthAt = (text: readonly string[], at: number) =>
    text.reduce((sum, letter) => sum + widthOf(letter, family) * at + spacing, 0)
  const scale = Math.min(1, widthMax / widthAt(letters, size))
  const smaller = Math.floor(size * Math.max(SMALLEST, scale))
  if (widthAt(letters, smaller) <= widthMax) return { letters, size: smaller }
  const fitting = letters.findIndex(
    (_letter, index) => widthAt([...letters.slice(0, index + 1), '…'], smaller) > widthMax,
  )
  return { letters: [...letters.slice(0, fitting), '…'], size: smaller }
}

/** Each script is one run, so that a missing font does not affect the rest. */
function runsOf(letters: readonly string[]): string {
  let runs = ''
  let run = ''
  let runIsLatin = true
  for (const letter of letters) {
    const letterIsLatin = isLatin(letter)
    if (letterIsLatin !== runIsLatin && run !== '') {
      runs += `<tspan>${escapeMarkup(run)}</tspan>`
      run = ''
    }
    runIsLatin = letterIsLatin
    run += letter
  }
  return `${runs}<tspan>${escapeMarkup(run)}</tspan>`
}
