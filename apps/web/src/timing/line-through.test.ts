import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineThrough } from './line-through.ts'

const lineOf = (...values: readonly (number | null)[]) =>
  lineThrough(values.map((y, index) => ({ x: index / 4, y })))

test('a line goes through its points, and begins again after one without a value', () => {
  assert.equal(lineOf(0, 0.5, 1), 'M0 0L250 500L500 1000')
  assert.equal(lineOf(0, null, 1, 0), 'M0 0M500 1000L750 0')
  assert.equal(lineOf(null, 1 / 3), 'M250 333.3')
  assert.equal(lineOf(), '')
})
