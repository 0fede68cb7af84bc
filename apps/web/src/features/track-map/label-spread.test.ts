import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLabelSpread } from './label-spread.ts'

test('a car alone has its label above, one with a car above it below', () => {
  const labels = createLabelSpread()(
    [0, 1],
    [
      [100, 100],
      [100, 84],
    ],
  )
  assert.deepEqual(labels.get(0), [100, 114])
  assert.deepEqual(labels.get(1), [100, 70])
})

test('in a column of cars the labels go to the sides', () => {
  const labels = createLabelSpread()(
    [0, 1, 2],
    [
      [100, 84],
      [100, 100],
      [100, 116],
    ],
  )
  assert.deepEqual(labels.get(1), [121, 100])
})

test('in a heap the cars further ahead keep their labels', () => {
  const heap = Array.from({ length: 9 }, (_, place) => [100 + place, 100] as const)
  const labels = createLabelSpread()([8, 7, 6, 5, 4, 3, 2, 1, 0], heap)
  assert.ok(labels.has(8))
  assert.ok(!labels.has(0))
})

test('a label stays on its side while there is room, so that it does not flicker', () => {
  const spread = createLabelSpread()
  spread(
    [0, 1],
    [
      [100, 100],
      [100, 84],
    ],
  )
  assert.deepEqual(
    spread(
      [0, 1],
      [
        [100, 100],
        [300, 84],
      ],
    ).get(0),
    [100, 114],
  )
})
