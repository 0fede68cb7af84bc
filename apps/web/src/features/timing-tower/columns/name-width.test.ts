import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDriver, aSession } from '../../../testing/a-session.ts'
import { codeAndName, NAME_ALONE_MIN, nameLetters } from './name-width.ts'

function lettersOf(...lengths: number[]): number {
  const drivers = lengths.map((length) => aDriver({ name: 'x'.repeat(length) }))
  return nameLetters(aSession({ drivers }))
}

test('names up to 13 letters have room, and nine of ten longer ones: one very long name takes no column from the others', () => {
  assert.equal(lettersOf(9, 4, 10, 5, 6, 7, 3, 8, 12, 2), 12)
  assert.equal(lettersOf(9, 4, 10, 5, 6, 7, 3, 8, 25, 2), 13)
  assert.equal(lettersOf(9, 25, 10, 5, 6, 7, 3, 8, 25, 2), 25)
  assert.equal(lettersOf(4, 20), 20)
  assert.equal(lettersOf(7), 7)
  assert.equal(lettersOf(), 0)
  assert.equal(lettersOf(40, 50, 60), 26, 'and there is an end')
})

test('the width of code and name grows by 0.43 rem with each letter', () => {
  assert.equal(codeAndName(0), 3.5)
  assert.ok(Math.abs(codeAndName(10) - 7.8) < 1e-9)
  assert.ok(Math.abs(NAME_ALONE_MIN - 3.33) < 1e-9)
})
