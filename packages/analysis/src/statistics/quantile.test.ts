import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median, quantile } from './quantile.ts'

test('a quantile lies on a straight line between the two values around it', () => {
  const sorted = [10, 20, 40]
  for (const [share, value] of [
    [0, 10],
    [0.25, 15],
    [0.5, 20],
    [0.75, 30],
    [1, 40],
  ] as const) {
    assert.equal(quantile(sorted, share), value, `${share}`)
  }
  assert.equal(quantile([7], 0.25), 7)
  assert.equal(quantile([], 0.5), 0)
})

test('the median is that of numbers in any order', () => {
  assert.equal(median([9, 100, 80, 8]), 44.5)
  assert.equal(median([100, 9, 8]), 9)
})
