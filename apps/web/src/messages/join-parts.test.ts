import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinParts } from './join-parts.ts'

test('parts that are missing or empty leave no separator, and a zero is a part', () => {
  assert.equal(joinParts(['', 'Monza', null, false, 'Race', undefined]), 'Monza · Race')
  assert.equal(joinParts([0, 'laps'], ' '), '0 laps')
  assert.equal(joinParts([null, '']), '')
})
