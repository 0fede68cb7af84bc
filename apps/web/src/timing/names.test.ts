import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compoundOf } from './names.ts'

/** Sessions hold these of the visual compounds of F1, classic cars and F2. */
const STORED = [16, 17, 18, 7, 8, 9, 19]

test('every visual compound of the specification has a letter and a name of its own', () => {
  const compounds = STORED.map(compoundOf)
  assert.ok(compounds.every(({ letter }) => letter !== '?'))
  assert.equal(new Set(compounds.map(({ letter }) => letter)).size, STORED.length)
  assert.equal(new Set(compounds.map(({ name }) => name)).size, STORED.length)
})
