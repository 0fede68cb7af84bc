import type { MergeSuggestion } from '@pitboard/contract/standings'

type Reason = MergeSuggestion['reason']

/** Shorter than this, a name's beginning or one different letter says nothing. */
const TELLING_LETTERS = 4
/** The game holds names of 32 bytes from 2025, of 48 before, each with a zero at the end. */
const CUT_AT_BYTES: readonly number[] = [31, 47]
const TAG_IN_BRACKETS = /[[({<].{1,8}?[\])}>]/gu
const SEPARATOR = /[|•·]/u
const LETTERS_WITHOUT_ACCENT = new Map([
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ı', 'i'],
])

/** In what two names are the same, if anything; a typo is only one with more to support it. */
export function findSimilarity(a: string, b: string): Reason | null {
  const [plainA, plainB] = [fold(a), fold(b)]
  if (plainA === '' || plainB === '') return null
  if (plainA === plainB) return 'letters'
  const [bareA, bareB] = [fold(withoutTag(a)), fold(withoutTag(b))]
  if (bareA === bareB && bareA.length >= TELLING_LETTERS) return 'tag'
  if (isCutOff(a, plainA, plainB) || isCutOff(b, plainB, plainA)) return 'cutOff'
  return isTypo(bareA, bareB) ? 'typo' : null
}

/** Letters and digits alone, small and without accents. */
function fold(name: string): string {
  const small = name.normalize('NFKD').toLowerCase()
  return Array.from(small, (letter) => LETTERS_WITHOUT_ACCENT.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** `[ABC] Name`, `Name (ABC)`, `ABC | Name`. */
function withoutTag(name: string): string {
  const parts = name.replaceAll(TAG_IN_BRACKETS, ' ').split(SEPARATOR)
  return parts.reduce((longest, part) =>
    fold(part).length > fold(longest).length ? part : longest,
  )
}

function isCutOff(name: string, letters: string, whole: string): boolean {
  const isMarked = /(…|\.{2,3})$/u.test(name.trim())
  const isFull = CUT_AT_BYTES.includes(Buffer.byteLength(name))
  return (isMarked || isFull) && letters.length >= TELLING_LETTERS && whole.startsWith(letters)
}

function isTypo(a: string, b: string): boolean {
  const [shorter, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)]
  if (shorter <= TELLING_LETTERS || longer - shorter > 2) return false
  return distance(a, b) <= (shorter < 9 ? 1 : 2)
}

/** Letters to change, add or take away (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, letter] of Array.from(a).entries()) {
    const next = [index + 1]
    for (const [place, other] of Array.from(b).entries()) {
      const changed = (row[place] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
