import assert from 'node:assert/strict'
import { test } from 'node:test'
import { previewAliases } from './preview-aliases.ts'
import { anEvent, aRace, aSeason } from './season.fixture.ts'

const EVENTS = [
  anEvent('one', aRace('race 1', ['A', 'B', 'C'])),
  anEvent('two', aRace('race 2', ['a', 'B', 'C'])),
]
const MERGED = [{ name: 'A', aliases: ['a'] }]

test('a merge says what goes where and who gains or loses a place', () => {
  const { moves, drivers, conflicts } = previewAliases(aSeason({ events: EVENTS }), MERGED)
  assert.deepEqual(moves, [{ alias: 'a', from: 'a', to: 'A', results: 1, points: 25 }])
  assert.deepEqual(
    drivers.map(({ key, ...row }) => [
      key,
      `${row.positionBefore} → ${row.positionAfter}`,
      `${row.pointsBefore} → ${row.pointsAfter}`,
    ]),
    [
      ['A', '3 → 1', '25 → 50'],
      ['B', '1 → 2', '36 → 36'],
      ['C', '2 → 3', '30 → 30'],
      ['a', '3 → null', '25 → null'],
    ],
  )
  assert.deepEqual(conflicts, [])
})

test('a split is a merge the other way', () => {
  const season = aSeason({ events: EVENTS, aliases: MERGED })
  const { moves, drivers } = previewAliases(season, [])
  assert.deepEqual(moves, [{ alias: 'a', from: 'A', to: 'a', results: 1, points: 25 }])
  assert.deepEqual(
    drivers.find(({ key }) => key === 'a'),
    {
      key: 'a',
      name: 'a',
      positionBefore: null,
      positionAfter: 3,
      pointsBefore: null,
      pointsAfter: 25,
    },
  )
})

test('the aliases that are there already change nothing', () => {
  assert.deepEqual(previewAliases(aSeason({ events: EVENTS, aliases: MERGED }), MERGED), {
    moves: [],
    drivers: [],
    conflicts: [],
  })
})

test('a merge of two who drove against each other is named as a conflict', () => {
  const { conflicts } = previewAliases(aSeason({ events: EVENTS }), [{ name: 'B', aliases: ['C'] }])
  assert.deepEqual(conflicts, [
    { key: 'B', sessionId: 'race 1', driverIdxs: [1, 2] },
    { key: 'B', sessionId: 'race 2', driverIdxs: [1, 2] },
  ])
})
