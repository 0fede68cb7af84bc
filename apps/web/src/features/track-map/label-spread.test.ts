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

/** Returns where the labels are in pixels of the map; each is `unit` pixels of the screen. */
function labelsOf(
  points: readonly Point[],
  unit = 1,
): readonly (readonly (number | undefined)[])[] {
  const labels = createLabelSpread()
  const scaled = points.map(([left, top]): Point => [left * unit, top * unit])
  labels.spread([...points.keys()], dotsAt(scaled), unit)
  return points.map((_, place) =>
    [labels.left[place], labels.top[place]].map((at) => (at ?? Number.NaN) / unit),
  )
}

const ABOVE = [100, 85]
const BELOW = [100, 115]

for (const [rule, other, label] of [
  ['19 px beside the label', [119, 85], ABOVE],
  ['nearer beside it', [118.9, 85], BELOW],
  ['19 px on its left', [81, 85], ABOVE],
  ['nearer on its left', [81.1, 85], BELOW],
  ['11 px above it', [100, 74], ABOVE],
  ['nearer above it', [100, 74.1], BELOW],
] as const) {
  for (const unit of [1, 2, 0.5]) {
    test(`a dot ${rule} has the label of another ${label === ABOVE ? 'above' : 'below'} it, at ${unit} pixels`, () => {
      assert.deepEqual(labelsOf([[100, 100], other], unit)[0], label)
    })
  }
}

for (const [rule, other, label] of [
  ['30 px beside the first', [130, 100], [130, 85]],
  ['nearer beside the first', [129, 100], [129, 115]],
  ['14 px above the first', [119, 86], [119, 71]],
  ['less above the first', [119, 86.5], [119, 101.5]],
] as const) {
  for (const unit of [1, 2, 0.5]) {
    test(`a label ${rule} is at ${label.join()}, at ${unit} pixels`, () => {
      assert.deepEqual(labelsOf([[100, 100], other], unit), [ABOVE, label])
    })
  }
}

test('a label that has lost its dot is in the way of none', () => {
  const spread = createLabels()
  spread(
    [0, 1],
    [
      [100, 100],
      [300, 300],
    ],
  )
  const labelOf = spread(
    [1],
    [
      [Number.NaN, Number.NaN],
      [100, 100],
    ],
  )
  assert.deepEqual(labelOf(1), [100, 85])
  assert.ok(Number.isNaN(labelOf(0)[0]))
})

test('a car that had no room has its label where there is room later', () => {
  const spread = createLabels()
  const heap = Array.from({ length: 9 }, (_, place): Point => [100 + place, 100])
  const order = [...heap.keys()].toReversed()
  assert.ok(Number.isNaN(spread(order, heap)(0)[0]))
  const apart = heap.map((_, place): Point => [100 + place * 100, 100])
  assert.deepEqual(spread(order, apart)(0), [100, 85])
})
