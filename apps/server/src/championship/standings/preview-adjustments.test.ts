import assert from 'node:assert/strict'
import { test } from 'node:test'
import { previewAdjustments } from './preview-adjustments.ts'
import { anAdjustment, anEvent, aRace, aSeason } from './season.fixture.ts'

const EVENTS = [
  anEvent('one', aRace('first', ['A', 'B', 'C'])),
  anEvent('two', aRace('second', ['A', 'B', 'C'])),
]

function penalty(seconds: number, driverIdx = 0) {
  const id = `${driverIdx} ${seconds}`
  return anAdjustment({ id, kind: 'timePenalty', sessionId: 'second', driverIdx, seconds })
}

test('a penalty moves the cars of its session, and the table with them', () => {
  const season = aSeason({ events: EVENTS })
  assert.deepEqual(previewAdjustments(season, [penalty(1.5)], 'second'), {
    results: [
      { driverIdx: 1, name: 'B', positionBefore: 2, positionAfter: 1 },
      { driverIdx: 0, name: 'A', positionBefore: 1, positionAfter: 2 },
    ],
    drivers: [
      {
        key: 'A',
        name: 'A',
        positionBefore: 1,
        positionAfter: 1,
        pointsBefore: 50,
        pointsAfter: 43,
      },
      {
        key: 'B',
        name: 'B',
        positionBefore: 2,
        positionAfter: 1,
        pointsBefore: 36,
        pointsAfter: 43,
      },
    ],
  })
})

test('the adjustments replace those of the season: without them the result is that of the game', () => {
  const season = aSeason({ events: EVENTS, adjustments: [penalty(1.5)] })
  const { results } = previewAdjustments(season, [], 'second')
  assert.deepEqual(results, [
    { driverIdx: 0, name: 'A', positionBefore: 2, positionAfter: 1 },
    { driverIdx: 1, name: 'B', positionBefore: 1, positionAfter: 2 },
  ])
})

test('a disqualified car has no place afterwards, and had none when it is pardoned', () => {
  const out = anAdjustment({ kind: 'disqualification', sessionId: 'second', driverIdx: 2 })
  const season = aSeason({ events: EVENTS })
  const row = { driverIdx: 2, name: 'C' }
  assert.deepEqual(previewAdjustments(season, [out], 'second').results, [
    { ...row, positionBefore: 3, positionAfter: null },
  ])
  const pardoned = previewAdjustments({ ...season, adjustments: [out] }, [], 'second')
  assert.deepEqual(pardoned.results, [{ ...row, positionBefore: null, positionAfter: 3 }])
})

test('cars are shown by the name of their driver in the standings', () => {
  const season = aSeason({ events: EVENTS, aliases: [{ name: 'Anna', aliases: ['A'] }] })
  const { results } = previewAdjustments(season, [penalty(1.5)], 'second')
  assert.deepEqual(
    results.map(({ name }) => name),
    ['B', 'Anna'],
  )
})

test('adjustments that change no place and no points show nothing', () => {
  const season = aSeason({ events: EVENTS })
  assert.deepEqual(previewAdjustments(season, [penalty(0.5)], 'second'), {
    results: [],
    drivers: [],
  })
})

test('of another session, or one that is gone, no result is shown; the table is', () => {
  const season = aSeason({ events: EVENTS })
  for (const sessionId of ['first', 'gone']) {
    const { results, drivers } = previewAdjustments(season, [penalty(1.5)], sessionId)
    assert.deepEqual(results, [], sessionId)
    assert.equal(drivers.length, 2, sessionId)
  }
})
