import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nestsTooDeep } from './nesting.ts'

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels)
}

test('five hundred levels are enough for anybody', () => {
  assert.equal(nestsTooDeep(nested(500)), false)
  assert.equal(nestsTooDeep(nested(501)), true)
  assert.equal(nestsTooDeep('{"a":'.repeat(501)), true)
})

test('brackets side by side, and those in texts, are no levels', () => {
  assert.equal(nestsTooDeep(`[${'[],{},'.repeat(1000)}1]`), false)
  assert.equal(nestsTooDeep(JSON.stringify({ a: '["\\{'.repeat(1000), b: '[' })), false)
})
