import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export type Family = 'Barlow' | 'Barlow Condensed'

const require = createRequire(import.meta.url)
const fontFile = (file: string) => require.resolve(`@expo-google-fonts/${file}`)

const BARLOW = fontFile('barlow/400Regular/Barlow_400Regular.ttf')
const CONDENSED = fontFile('barlow-condensed/600SemiBold/BarlowCondensed_600SemiBold.ttf')
// The font has Greek, Cyrillic and Devanagari, which Barlow does not have.
const OTHERS = fontFile('noto-sans/500Medium/NotoSans_500Medium.ttf')

export const FONT_FILES = [
  BARLOW,
  fontFile('barlow-condensed/500Medium/BarlowCondensed_500Medium.ttf'),
  CONDENSED,
  OTHERS,
]

const widths = {
  Barlow: readLetterWidths(BARLOW),
  // The lighter weight is a little narrower.
  'Barlow Condensed': readLetterWidths(CONDENSED),
}
const otherWidths = readLetterWidths(OTHERS)
/** It is the estimated width of a character that only system fonts may have. */
const UNKNOWN_WIDTH = 1

export function isLatin(text: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+$/u.test(text)
}

/** Returns the width of a text as a share of the type size. */
export function widthOf(text: string, family: Family): number {
  return Array.from(text).reduce((sum, character) => {
    // Marks stand above the letter before them.
    const point = character.codePointAt(0)
    if (point === undefined || /\p{M}/u.test(character)) return sum
    const own = widths[family].of(point)
    // A run of another script is drawn in one font, also where Barlow has some of its letters.
    const width = isLatin(character) ? own : (otherWidths.of(point) ?? own)
    return sum + (width ?? UNKNOWN_WIDTH)
  }, 0)
}

/** Characters have widths as a share of the type size. */
interface LetterWidths {
  /** Returns undefined where the font has no such character. */
  of(codePoint: number): number | undefined
}

/**
 * Reads the widths from a TrueType font at the first request: its tables `head`, `hhea`, `hmtx` and
 * `cmap` in format 4 (OpenType specification), which hold what Unicode's first plane needs.
 */
function readLetterWidths(path: string): LetterWidths {
  let widths: LetterWidths['of'] | undefined
  return { of: (codePoint) => (widths ??= widthsIn(path))(codePoint) }
}

function widthsIn(path: string): LetterWidths['of'] {
  const font = readFileSync(path)
  const tables = tablesOf(font)
  const unitsPerEm = font.readUInt16BE(at(tables, 'head') + 18)
  const widthCount = font.readUInt16BE(at(tables, 'hhea') + 34)
  const widths = at(tables, 'hmtx')
  const glyphs = glyphsOf(font, at(tables, 'cmap'))
  return (codePoint) => {
    const glyph = glyphs.get(codePoint)
    if (glyph === undefined) return undefined
    // Glyphs beyond the last one are as wide as it.
    const index = Math.min(glyph, widthCount - 1)
    return font.readUInt16BE(widths + index * 4) / unitsPerEm
  }
}

function tablesOf(font: Buffer): ReadonlyMap<string, number> {
  const count = font.readUInt16BE(4)
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const entry = 12 + index * 16
      return [font.toString('latin1', entry, entry + 4), font.readUInt32BE(entry + 8)] as const
    }),
  )
}

function at(tables: ReadonlyMap<string, number>, name: string): number {
  const offset = tables.get(name)
  if (offset === undefined) throw new Error(`The font has no table ${name}.`)
  return offset
}

/** Reads every character's glyph. */
function glyphsOf(font: Buffer, cmap: number): ReadonlyMap<number, number> {
  const start = segmentsStart(font, cmap)
  const segmentBytes = font.readUInt16BE(start + 6)
  const glyphs = new Map<number, number>()
  for (let segment = 0; segment < segmentBytes; segment += 2) {
    const last = font.readUInt16BE(start + 14 + segment)
    const first = font.readUInt16BE(start + 16 + segmentBytes + segment)
    const delta = font.readUInt16BE(start + 16 + segmentBytes * 2 + segment)
    const rangeAt = start + 16 + segmentBytes * 3 + segment
    const range = font.readUInt16BE(rangeAt)
    for (let code = first; code <= last && code < 0xffff; code++) {
      const listed = range === 0 ? code : font.readUInt16BE(rangeAt + range + (code - first) * 2)
      const glyph = range === 0 || listed !== 0 ? (listed + delta) & 0xffff : 0
      if (glyph !== 0) glyphs.set(code, glyph)
    }
  }
  return glyphs
}

function segmentsStart(font: Buffer, cmap: number): number {
  const count = font.readUInt16BE(cmap + 2)
  for (let index = 0; index < count; index++) {
    const start = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4)
    if (font.readUInt16BE(start) === 4) return start
  }
  throw new Error('The font has no table of characters in format 4.')
}
