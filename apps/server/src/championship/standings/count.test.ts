import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createPointsCounter, finishesOf, rank, roundPoints } from './count.ts'
import { openLedger } from './ledger.ts'
import { anAdjustment, anEvent, aRace, aSeason } from './season.fixture.ts'
import { standingsOf } from './standings.ts'

const ALL_COUNT = { dropWorst: 0, countBest: null, keepDisqualified: false }

/** Returns the results of A, who reaches these places in one race each. */
function resultsOf(...places: number[]) {
  const events = places.map((place, index) => {
    const rivals = Array.from({ length: place - 1 }, (_, ahead) => `rival ${ahead}`)
    return anEvent(`event ${index}`, aRace(`race ${index}`, [...rivals, 'A']))
  })
  const driver = openLedger(aSeason({ events })).drivers.find(({ key }) => key === 'A')
  return driver?.results ?? []
}

suite('points after an event', () => {
  test('have no decisions of later events', () => {
    const adjustment = { adjustmentId: 'late', sessionId: null, eventIndex: 1, points: -5 }
    const count = createPointsCounter(
      { results: resultsOf(1, 2), adjustments: [adjustment], startingPoints: null },
      ALL_COUNT,
    )
    assert.deepEqual(
      [[], [0], [0, 1]].map((driven) => count(driven).points),
      [0, 25, 38],
    )
  })

  test('before the first event are starting points and decisions of the season alone', () => {
    const common = { sessionId: null, points: 3 }
    const adjustments = [
      { ...common, adjustmentId: 'season', eventIndex: -1 },
      { ...common, adjustmentId: 'first', eventIndex: 0 },
    ]
    const count = createPointsCounter(
      { results: resultsOf(1), adjustments, startingPoints: 10 },
      ALL_COUNT,
    )
    assert.equal(count([]).points, 13)
    assert.equal(count([0]).points, 41)
  })

  test('of the stewards do not move a driver before the event in which they were given', () => {
    const startingPoints = {
      drivers: [
        { name: 'A', points: 10 },
        { name: 'B', points: 8 },
      ],
      teams: [],
    }
    const events = [anEvent('one', aRace('race', ['B', 'A']))]
    const adjustments = [anAdjustment({ sessionId: 'race', driverIdx: 0, points: 5 })]
    const { drivers } = standingsOf(aSeason({ events, startingPoints, adjustments }))
    assert.deepEqual(
      drivers.map(({ name, points, positionsGained }) => [name, points, positionsGained]),
      [
        ['B', 38, 1],
        ['A', 28, -1],
      ],
    )
  })

  test('of worst events with as many points the last is dropped', () => {
    const driver = { results: resultsOf(2, 3, 1, 3), adjustments: [], startingPoints: null }
    const droppedBy = (dropWorst: number) => {
      const { dropped } = createPointsCounter(driver, {
        dropWorst,
        countBest: null,
        keepDisqualified: false,
      })([0, 1, 2, 3])
      return [...dropped]
    }
    assert.deepEqual(droppedBy(1), [3])
    assert.deepEqual(droppedBy(2), [3, 1])
    assert.deepEqual(droppedBy(3), [3, 1, 0])
  })
})

suite('sums of points', () => {
  test('have no errors of fractions', () => {
    assert.equal(roundPoints(0.1 + 0.2), 0.3)
    assert.equal(roundPoints(1 / 7 + 2 / 7 + 4 / 7), 1)
  })

  test('that come to nothing are 0, without a sign', () => {
    assert.equal(roundPoints(0.3 - 0.1 - 0.2), 0)
    assert.equal(roundPoints(-0), 0)
  })
})

suite('the number of finishes', () => {
  test('has every place up to the worst one that was reached', () => {
    assert.deepEqual(finishesOf(resultsOf(3)), [0, 0, 1])
    assert.deepEqual(finishesOf(resultsOf(1, 3, 1)), [2, 0, 1])
    assert.deepEqual(finishesOf([]), [])
  })
})

const row = (key: string, name: string, points: number, finishes: number[] = []) => {
  return { key, name, points, finishes }
}

suite('rows of a table', () => {
  for (const [title, rows, expected] of [
    [
      'with other points have places of their own, even without a finish',
      [row('A', 'A', 10), row('B', 'B', 5), row('C', 'C', 1)],
      ['1 A', '2 B', '3 C'],
    ],
    [
      'with the same points come in the order of their finishes',
      [row('C', 'C', 10, [1, 0]), row('B', 'B', 10, [0, 9, 2]), row('A', 'A', 10, [0, 9, 1, 9])],
      ['1 C', '2 B', '3 A'],
    ],
    [
      'that are equal share a place in the order of their names, whatever their keys',
      [row('3', 'A', 10, [1]), row('2', 'B', 10, [1]), row('1', 'C', 10, [1]), row('0', 'D', 9)],
      ['1 3', '1 2', '1 1', '4 0'],
    ],
    [
      'of one name come in the order of their keys',
      [row('race:0', 'Player', 10), row('race:1', 'Player', 10), row('race:2', 'Player', 10)],
      ['1 race:0', '1 race:1', '1 race:2'],
    ],
  ] as const) {
    test(title, () => {
      for (const order of [rows, rows.toReversed()]) {
        assert.deepEqual(
          rank(order).map(({ row: { key }, position }) => `${position} ${key}`),
          expected,
        )
      }
    })
  }
})
