import { createRequire } from 'node:module'
import { readLetterWidths } from './letter-widths.ts'

export type Family = 'Barlow' | 'Barlow Condensed'

const require = createRequire(import.meta.url)
const fontFile = (file: string) => require.resolve(`@expo-google-fonts/${file}`)

const BARLOW = fontFile('barlow/400Regular/Barlow_400Regular.ttf')
const CONDENSED = fontFile('barlow-condensed/600SemiBold/BarlowCondensed_600SemiBold.ttf')
// Greek, Cyrillic and Devanagari, which Barlow does not have.
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
/** Of a character that only the machine's own fonts may have: as wide as it is high. */
const UNKNOWN_WIDTH = 1

/** Of Latin script, or of what belongs to every script. */
export function isLatin(text: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+$/u.test(text)
}

/** How wide a piece of text is drawn, as a share of the type size. */
export function widthOf(text: string, family: Family): number {
  return Array.from(text).reduce((sum, character) => {
    // Marks stand above the letter before them.
    if (/\p{M}/u.test(character)) return sum
    const point = character.codePointAt(0) ?? 0
    const own = widths[family].of(point)
    // A run of another script is drawn in one font, also where Barlow has some of its letters.
    const width = isLatin(character) ? own : (otherWidths.of(point) ?? own)
    return sum + (width ?? UNKNOWN_WIDTH)
  }, 0)
}
