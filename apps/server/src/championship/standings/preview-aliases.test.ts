import assert from 'node:assert/strict'
import { test } from 'node:test'
import { previewAliases } from './preview-aliases.ts'
import { aCar, anEvent, aRace, aSeason, aSession } from './season.fixture.ts'

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

test('the results of each name move on a line of their own, with their number and points', () => {
  const events = [
    anEvent('one', aRace('race 1', ['A', 'a', 'Ay'])),
    anEvent('two', aRace('race 2', ['X', 'a', 'Z'])),
    anEvent('three', aRace('race 3', ['X', 'Z', 'Ay'])),
  ]
  const { moves } = previewAliases(aSeason({ events }), [{ name: 'A', aliases: ['a', 'Ay'] }])
  assert.deepEqual(moves, [
    { alias: 'a', from: 'a', to: 'A', results: 2, points: 36 },
    { alias: 'Ay', from: 'Ay', to: 'A', results: 2, points: 30 },
  ])
})

test('a hidden driver who gains a place is shown by the name of the game', () => {
  const hidden = aCar({ name: 'Player', isHidden: true, driverIdx: 9, position: 3 })
  const [first, second] = EVENTS.flatMap(({ sessions }) => sessions)
  assert.ok(first && second)
  const cars = [...second.cars.slice(0, 2), hidden]
  const events = [anEvent('one', first), anEvent('two', aSession({ sessionId: 'race 2', cars }))]
  const { drivers } = previewAliases(aSeason({ events }), MERGED)
  assert.partialDeepStrictEqual(
    drivers.find(({ key }) => key === 'race 2:9'),
    { name: 'Player', positionBefore: 4, positionAfter: 3 },
  )
})

test('the cars of a conflict are in the order of their indexes, not of their places', () => {
  const cars = [5, 2, 7].map((driverIdx, index) =>
    aCar({ name: `${driverIdx}`, driverIdx, position: index + 1 }),
  )
  const events = [anEvent('one', aSession({ sessionId: 'race', cars }))]
  const { conflicts } = previewAliases(aSeason({ events }), [{ name: '2', aliases: ['5', '7'] }])
  assert.deepEqual(conflicts, [{ key: '2', sessionId: 'race', driverIdxs: [2, 5, 7] }])
})
