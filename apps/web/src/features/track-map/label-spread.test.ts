import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CARS_MAX } from './car-motion.ts'
import { createLabelSpread } from './label-spread.ts'

type Point = readonly [left: number, top: number]

function dotsAt(points: readonly Point[]) {
  const dots = { left: new Float64Array(CARS_MAX), top: new Float64Array(CARS_MAX) }
  dots.left.fill(Number.NaN)
  for (const [place, [left, top]] of points.entries()) {
    dots.left[place] = left
    dots.top[place] = top
  }
  return dots
}

function createLabels() {
  const labels = createLabelSpread()
  return (order: readonly number[], points: readonly Point[]) => {
    labels.spread(order, dotsAt(points), 1)
    return (place: number) => [labels.left[place], labels.top[place]]
  }
}

test('a car alone has its label above, one with a car above it below', () => {
  const labelOf = createLabels()(
    [0, 1],
    [
      [100, 100],
      [100, 84],
    ],
  )
  assert.deepEqual(labelOf(0), [100, 115])
  assert.deepEqual(labelOf(1), [100, 69])
})

test('in a column of cars the labels go to the sides', () => {
  const labelOf = createLabels()(
    [0, 1, 2],
    [
      [100, 84],
      [100, 100],
      [100, 116],
    ],
  )
  assert.deepEqual(labelOf(1), [124, 100])
})

test('in a heap the cars further ahead have their labels', () => {
  const heap = Array.from({ length: 9 }, (_, place): Point => [100 + place, 100])
  const labelOf = createLabels()([8, 7, 6, 5, 4, 3, 2, 1, 0], heap)
  assert.ok(!Number.isNaN(labelOf(8)[0]))
  assert.ok(Number.isNaN(labelOf(0)[0]))
})

test('a label stays on its side while there is room, so that it does not flicker', () => {
  const spread = createLabels()
  spread(
    [0, 1],
    [
      [100, 100],
      [100, 84],
    ],
  )
  const labelOf = spread(
    [0, 1],
    [
      [100, 100],
      [300, 84],
    ],
  )
  assert.deepEqual(labelOf(0), [100, 115])
})

test('a car that is not shown has no label, and is in the way of none', () => {
  const spread = createLabels()
  const labelOf = spread([0, 1], [[100, 100]])
  assert.deepEqual(labelOf(0), [100, 85])
  assert.ok(Number.isNaN(labelOf(1)[0]))
})
