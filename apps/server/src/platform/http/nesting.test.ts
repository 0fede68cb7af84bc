import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nestsTooDeep } from './read-json.ts'

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels)
}

test('64 levels are accepted, one more is not', () => {
  assert.equal(nestsTooDeep(nested(64)), false)
  assert.equal(nestsTooDeep(nested(65)), true)
  assert.equal(nestsTooDeep('{"a":'.repeat(65)), true)
})

test('brackets side by side, and those in texts, are no levels', () => {
  assert.equal(nestsTooDeep(`[${'[],{},'.repeat(1000)}1]`), false)
  assert.equal(nestsTooDeep(JSON.stringify({ a: '["\\{'.repeat(1000), b: '[' })), false)
})
