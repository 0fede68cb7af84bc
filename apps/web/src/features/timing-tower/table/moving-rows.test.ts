import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMoves } from './moving-rows.ts'

const rows = (...places: number[]) => new Map(places.map((place, index) => [place, index]))

test('rows that moved have their new place, how far they went, and whether they gained', () => {
  assert.deepEqual(findMoves(rows(5, 6, 7), rows(6, 5, 7)), [
    { index: 0, rowsUp: 1, isGain: true },
    { index: 1, rowsUp: -1, isGain: false },
  ])
})

test('rows that stay, and rows that are new, do not move', () => {
  assert.deepEqual(findMoves(rows(5, 6), rows(5, 6, 7)), [])
  assert.deepEqual(findMoves(rows(), rows(5, 6)), [])
})

test('where more than four rows move nobody has gained: the order was made again', () => {
  const gains = (before: ReturnType<typeof rows>, now: ReturnType<typeof rows>) =>
    findMoves(before, now).map(({ isGain }) => isGain)
  assert.deepEqual(gains(rows(1, 2, 3, 4), rows(4, 1, 2, 3)), [true, false, false, false])
  assert.deepEqual(gains(rows(1, 2, 3, 4, 5), rows(5, 1, 2, 3, 4)), [
    false,
    false,
    false,
    false,
    false,
  ])
})
