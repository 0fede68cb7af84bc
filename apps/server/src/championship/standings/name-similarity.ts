import { itemAt } from '@pitboard/contract/wire/item-at'
import type { MergeSuggestion } from '@pitboard/contract/seasons/standings'

type Reason = MergeSuggestion['reason']

/** Shorter names are not compared by beginning or typos. */
const COMPARED_LETTERS_MIN = 4
/** The game cuts names after 32 bytes from 2025, 48 before, including a zero. */
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

/** Returns how two names are similar; a typo needs further evidence. */
export function findSimilarity(a: string, b: string): Reason | null {
  const [plainA, plainB] = [fold(a), fold(b)]
  if (plainA === '' || plainB === '') return null
  if (plainA === plainB) return 'letters'
  const [bareA, bareB] = [fold(withoutTag(a)), fold(withoutTag(b))]
  if (bareA === bareB && bareA.length >= COMPARED_LETTERS_MIN) return 'tag'
  if (isCutOff(a, plainA, plainB) || isCutOff(b, plainB, plainA)) return 'cutOff'
  return isTypo(bareA, bareB) ? 'typo' : null
}

/** Returns letters and digits in lower case, without accents. */
function fold(name: string): string {
  const small = name.normalize('NFKD').toLowerCase()
  return Array.from(small, (letter) => LETTERS_WITHOUT_ACCENT.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Removes the tag of `[ABC] Name`, `Name (ABC)` and `ABC | Name`. */
function withoutTag(name: string): string {
  const parts = name.replaceAll(TAG_IN_BRACKETS, ' ').split(SEPARATOR)
  return parts.reduce((longest, part) =>
    fold(part).length > fold(longest).length ? part : longest,
  )
}

function isCutOff(name: string, letters: string, whole: string): boolean {
  const isMarked = /(…|\.{2,3})$/u.test(name.trim())
  const isFull = CUT_AT_BYTES.includes(Buffer.byteLength(name))
  return (isMarked || isFull) && letters.length >= COMPARED_LETTERS_MIN && whole.startsWith(letters)
}

function isTypo(a: string, b: string): boolean {
  const [shorter, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)]
  if (shorter <= COMPARED_LETTERS_MIN || longer - shorter > 2) return false
  return editDistance(a, b) <= (shorter < 9 ? 1 : 2)
}

/** Counts the letters to change, add, remove or swap with their neighbour. */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = itemAt(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(changed, itemAt(row, j) + 1, itemAt(next, j - 1) + 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) least = Math.min(least, itemAt(before, j - 2) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return itemAt(row, b.length)
}
