import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMatchedParts } from './matched-parts.ts'

/** Writes the name with the matches in brackets. */
function mark(name: string, search: string): string {
  return findMatchedParts(name, search)
    .map(({ words, isMatch }) => (isMatch ? `[${words}]` : words))
    .join('')
}

test('every word of the search is marked in a name, in either case, accents or not', () => {
  for (const [name, search, marked] of [
    ['Spa', 'spa', '[Spa]'],
    ['São Paulo', 'sao', '[São] Paulo'],
    ['Sa\u0303o Paulo', 'SAO', '[Sa\u0303o] Paulo'],
    ['Friday Formula Cup', 'cup  formula', 'Friday [Formula] [Cup]'],
    ['Banana', 'ana', 'B[anana]'],
    ['Oﬃce Cup', 'fi c', 'O[ﬃc]e [C]up'],
    ['Max_33 🏁', '🏁', 'Max_33 [🏁]'],
    ['Monza', 'mozna', 'Monza'],
    ['Monza', ' ', 'Monza'],
    ['', 'x', ''],
  ] as const) {
    assert.equal(mark(name, search), marked, search)
  }
})
