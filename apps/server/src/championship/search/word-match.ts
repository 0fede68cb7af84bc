import { editDistance } from '../standings/name-similarity.ts'

/** Without accents, case and punctuation. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** 1 for the same word, less for its beginning or with typos, else 0. */
export function wordSimilarity(typed: string, word: string): number {
  if (typed === word) return 1
  if (typed.length >= 3 && word.startsWith(typed)) return 0.9
  const allowed = typed.length < 4 ? 0 : typed.length < 7 ? 1 : 2
  if (allowed === 0 || Math.abs(typed.length - word.length) > allowed) return 0
  const edits = editDistance(typed, word)
  return edits > allowed ? 0 : 0.8 - edits / 10
}
