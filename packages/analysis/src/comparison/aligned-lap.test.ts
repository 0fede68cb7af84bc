import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gridCount, gridDistance, nearestIndex, valueAt } from './aligned-lap.ts'

/** The points lie at 0, 5, 10 and 12 m. */
const GRID = { stepM: 5, lengthM: 12 }

describe('the grid of a lap', () => {
  test('has a point at the line, after each step and at the line again', () => {
    assert.equal(gridCount(GRID), 4)
    assert.equal(gridCount({ stepM: 5, lengthM: 10 }), 3)
    assert.equal(gridCount({ stepM: 0.1, lengthM: 0.3 }), 4, 'which is 3.0000000000000004 steps')
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((index) => gridDistance(GRID, index)),
      [0, 5, 10, 12, 12],
    )
  })

  test('the nearest point is by distance, also before the line', () => {
    assert.deepEqual(
      [-3, 0, 2.4, 2.5, 7.4, 7.6, 10.9, 11, 11.1, 12, 99].map((m) => nearestIndex(GRID, m)),
      [0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3],
    )
  })
})

describe('the value at a distance', () => {
  const values = [10, 20, 40, 50]

  test('lies on a straight line between the points around it, the last step being shorter', () => {
    assert.deepEqual(
      [0, 2.5, 5, 7.5, 10, 11, 12].map((m) => valueAt(GRID, values, m)),
      [10, 15, 20, 30, 40, 45, 50],
    )
  })

  test('is that of the first and the last point beyond them', () => {
    assert.equal(valueAt(GRID, values, -4), 10)
    assert.equal(valueAt(GRID, values, 40), 50)
  })

  test('is unknown in a gap and beside it', () => {
    assert.equal(valueAt(GRID, [10, null, 40, 50], 2.5), null)
    assert.equal(valueAt(GRID, [10, null, 40, 50], 5), null)
    assert.equal(valueAt(GRID, [10, null, 40, 50], 7.5), null)
    assert.equal(valueAt(GRID, [10, null, 40, 50], 0), 10)
    assert.equal(valueAt(GRID, [10], 12), null)
    assert.equal(valueAt(GRID, [10], 2), null)
  })
})
