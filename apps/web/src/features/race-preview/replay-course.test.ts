import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDriver } from '../../testing/a-session.ts'
import { type CarTimeline, carTimeline, metresAt, pointOnTrack, timeAt } from './replay-course.ts'

const TRACK = 1000

function aCourse(laps: readonly (number | null)[], startingPosition: number | null = 1) {
  const lapTimes = laps.map((lapTime) => ({
    lapTime,
    sector1Time: null,
    sector2Time: null,
    sector3Time: null,
    invalidLap: false,
  }))
  return carTimeline(aDriver({ lapTimes, startingPosition }), 4, TRACK)
}

test('laps end one after the other; one without a time takes as long as the others on average', () => {
  for (const [laps, ends] of [
    [[], []],
    [
      [100, 200],
      [100, 300],
    ],
    [
      [100, null, 300],
      [100, 300, 600],
    ],
    [
      [null, 100],
      [100, 200],
    ],
    [
      [null, null],
      [90_000, 180_000],
    ],
  ] as const) {
    assert.deepEqual(aCourse(laps).ends, ends)
  }
})

test('a car starts eight metres behind the line for each place of the grid', () => {
  assert.equal(aCourse([], 3).gridMetres, -24)
  assert.equal(aCourse([], null).gridMetres, -40, 'the fifth car of the list')
  assert.equal(aCourse([]).trackLength, TRACK)
})

/** Starts 100 metres behind the line; its second lap takes twice as long. */
const course: CarTimeline = { ends: [110, 330], gridMetres: -100, trackLength: TRACK }

for (const [timeMs, metres] of [
  [-50, -100],
  [0, -100],
  [10, 0],
  [60, 500],
  [109, 990],
  [110, 1000],
  [220, 1500],
  [330, 2000],
  [9999, 2000],
] as const) {
  test(`after ${timeMs} ms the car is ${metres} metres from the line`, () => {
    assert.equal(metresAt(course, timeMs), metres)
  })
}

for (const [metres, timeMs] of [
  [-100, 0],
  [-50, 5],
  [0, 10],
  [500, 60],
  [1000, 110],
  [1500, 220],
  [1750, 275],
  [2000, 330],
  [5000, 330],
] as const) {
  test(`the car was ${metres} metres from the line after ${timeMs} ms`, () => {
    assert.ok(Math.abs(timeAt(course, metres) - timeMs) < 1e-9)
  })
}

test('a car without laps stays on the grid', () => {
  const still: CarTimeline = { ends: [], gridMetres: -8, trackLength: TRACK }
  assert.equal(metresAt(still, 5000), -8)
  assert.equal(timeAt(still, 300), 0)
})

test('a place on the outline is between its two points, also across the line', () => {
  const square = [
    [0, 0],
    [100, 0],
    [100, 80],
    [0, 80],
  ] as const
  for (const [laps, point] of [
    [0, [0, 0]],
    [0.125, [50, 0]],
    [0.3125, [100, 20]],
    [0.875, [0, 40]],
    [3.125, [50, 0]],
    [-0.125, [0, 40]],
  ] as const) {
    assert.deepEqual(pointOnTrack(square, laps), point, `${laps} laps`)
  }
  assert.equal(pointOnTrack([], 0.5), null)
  assert.equal(pointOnTrack([[0, 0], null, [1, 1]], 0.1), null)
  assert.equal(pointOnTrack([[0, 0], null, [1, 1]], 0.5), null)
})
