/** Words as they are compared: without accents, case and signs. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** How well somebody has typed a word: 1 as it is, less for its beginning or with typos, else 0. */
export function wordSimilarity(typed: string, word: string): number {
  if (typed === word) return 1
  if (typed.length >= 3 && word.startsWith(typed)) return 0.9
  const allowed = typed.length < 4 ? 0 : typed.length < 7 ? 1 : 2
  if (allowed === 0 || Math.abs(typed.length - word.length) > allowed) return 0
  const edits = distance(typed, word)
  return edits > allowed ? 0 : 0.8 - edits / 10
}

/** Letters to change, add, take away or swap with their neighbour. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
