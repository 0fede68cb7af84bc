import type { LiveSession } from '@pitboard/contract/live/live'

/** It is the average letter of the timing type in rem; names in capitals alone are cut a little sooner. */
const LETTER = 0.43
/** It is the width of team bar and code with their gaps, before the name. */
const CODE = 3.5
const BAR = 0.75
/** Names up to this length are usual, and each of them has room. */
const LETTERS_USUAL = 13
/** A very long name alone takes no column from the others. */
const SHARE = 0.9
const LETTERS_MAX = 26

/** Returns how many letters the longest usual name has, or more where nine of ten names have no more. */
export function nameLetters({ drivers }: LiveSession): number {
  const lengths = drivers.map(({ name }) => name.length).toSorted((a, b) => a - b)
  const most = lengths[Math.ceil(SHARE * lengths.length) - 1] ?? 0
  return Math.min(LETTERS_MAX, Math.max(most, Math.min(LETTERS_USUAL, lengths.at(-1) ?? 0)))
}

/** Returns the width in rem in which code and name stand. */
export function codeAndName(letters: number): number {
  return CODE + letters * LETTER
}

/** From this width on a name says more than a code: there are five letters of it. */
export const NAME_ALONE_MIN = BAR + 6 * LETTER
