import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchName } from './match-name.ts'

for (const [name, known, found] of [
  ['ann', ['Ann', 'ann'], 'ann'],
  ['ANN', ['Ann', 'ann'], null],
  ['ann-1', ['Ann 1'], 'Ann 1'],
  ['Groß', ['Gross'], null],
  // One letter in five may differ.
  ['Anna', ['Annb'], null],
  ['Anna', ['Annas'], null],
  ['Annas', ['Annat'], 'Annat'],
  ['Sorensen', ['Xorensen'], 'Xorensen'],
  ['Sorensen', ['orensen'], 'orensen'],
  ['Sorensen', ['Sorense'], 'Sorense'],
  ['Sorensen', ['XSorensen'], 'XSorensen'],
  ['Sorensen', ['Sorensenx'], 'Sorensenx'],
  ['Sorensen', ['Sorxnsen'], 'Sorxnsen'],
  ['Sorensen', ['Sorensne'], null],
  ['Sorensen', ['rensen'], null],
  ['abcdefghi', ['abcdefgxy'], null],
  ['abcdefghij', ['abcdefghxy'], 'abcdefghxy'],
  // The limit is two.
  ['abcdefghijklmno', ['cdefghijklmno'], 'cdefghijklmno'],
  ['abcdefghijklmno', ['xyabcdefghijklmno'], 'xyabcdefghijklmno'],
  ['abcdefghijklmno', ['abcdefghijklxyz'], null],
  ['abcdefghij', ['xyabcdefghzj'], null],
  ['xyabcdefghzj', ['abcdefghij'], null],
  ['Player 3', ['Player 1'], null],
  ['Player 12', ['Player 1'], null],
  ['Playor 1', ['Player 1'], 'Player 1'],
] as const) {
  test(`${name} means ${found ?? 'none'} of ${known.join(', ')}`, () => {
    assert.equal(matchName(name, known), found)
  })
}
