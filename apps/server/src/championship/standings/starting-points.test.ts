import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumStartingPoints } from './starting-points.ts'

test('starting points of the names of one driver add up', () => {
  const entries = [
    { name: 'A', points: 5 },
    { name: 'Anna', points: 10 },
    { name: 'B', points: 7 },
  ]
  const sums = sumStartingPoints(entries, (name) => (name === 'A' ? 'Anna' : name))
  assert.deepEqual(
    sums,
    new Map([
      ['Anna', 15],
      ['B', 7],
    ]),
  )
  assert.equal(sumStartingPoints(entries).get('A'), 5)
})

const sumOf = (points: readonly number[]) =>
  sumStartingPoints(points.map((each) => ({ name: 'A', points: each }))).get('A')

test('fractions of starting points have one sum, in whichever order they were entered', () => {
  const fractions = [0.1, 0.2, 0.3]
  // The order of additions changes the last digit of a sum of floating-point numbers.
  assert.equal(sumOf(fractions.toReversed()), sumOf(fractions))
})
