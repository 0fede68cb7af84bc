import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDriver } from '../../testing/a-session.ts'
import { aLinkedSession, anEvent, aResult, aStandingsDriver } from '../../testing/a-season.ts'
import { hiddenCars, knownCars, previousSessionId, suggestNames } from './name-suggestions.ts'

const first = aLinkedSession('first', '2026-03-01T19:00:00Z')
const second = aLinkedSession('second', '2026-03-08T19:00:00Z')
const events = [anEvent(10, { sessions: [second] }), anEvent(7, { sessions: [first] })]

test('for a hidden car those are suggested who drove its number, then its team, the race before', () => {
  assert.equal(previousSessionId({ events }, 'second'), 'first')
  assert.equal(previousSessionId({ events }, 'first'), 'second')
  const standings = {
    drivers: ['Ann', 'Bob', 'Cas', 'Dan'].map((name, driverIdx) =>
      aStandingsDriver(name, { results: [aResult('first', driverIdx + 1, driverIdx)] }),
    ),
    teams: [],
    tracks: [],
  }
  const before = [
    aDriver({ driverIdx: 0, carNumber: 7, team: 'Ferrari' }),
    aDriver({ driverIdx: 1, carNumber: 4, team: 'McLaren' }),
    aDriver({ driverIdx: 2, carNumber: 81, team: 'McLaren' }),
    aDriver({ driverIdx: 3, carNumber: 5, team: 'McLaren' }),
  ]
  const known = knownCars(before, first, { standings })
  const hidden = aDriver({ driverIdx: 5, name: 'Player', carNumber: 81, team: 'McLaren' })
  const field = [hidden, aDriver({ driverIdx: 6, name: 'Dan', carNumber: 5, team: 'McLaren' })]
  assert.deepEqual(suggestNames(hidden, known, field), ['Cas', 'Bob'])
  const player = aStandingsDriver('Player', { isHidden: true, results: [aResult('second', 1, 5)] })
  const season = { standings: { ...standings, drivers: [...standings.drivers, player] } }
  assert.deepEqual([...hiddenCars(season, 'second')], [5])
  assert.deepEqual(suggestNames({ ...hidden, carNumber: 99, team: 'Haas' }, known, field), [])
})

const car = (carNumber: number | null, team: string, name = 'Player') =>
  aDriver({ driverIdx: 9, name, carNumber, team })

for (const [rule, hidden, known, field, names] of [
  ['number before team', car(7, 'Red'), ['Ann:8:Red', 'Bob:7:Blue'], [], ['Bob', 'Ann']],
  ['number and team before number', car(7, 'Red'), ['Ann:7:Blue', 'Bob:7:Red'], [], ['Bob', 'Ann']],
  ['two at most', car(7, 'Red'), ['Ann:1:Red', 'Bob:2:Red', 'Cas:3:Red'], [], ['Ann', 'Bob']],
  ['nobody with another number and team', car(7, 'Red'), ['Ann:8:Blue'], [], []],
  ['nobody who drives here', car(7, 'Red'), ['Ann:7:Red'], [car(1, 'Red', 'Ann')], []],
  ['nobody by a number that is unknown', car(null, 'Red'), ['Ann::Blue'], [], []],
  ['nobody by a team that is unknown', car(7, ''), ['Ann:8:'], [], []],
] as const) {
  test(`suggested for a hidden car: ${rule}`, () => {
    const cars = known.map((text) => {
      const [name = '', number = '', team = ''] = text.split(':')
      return { name, carNumber: number === '' ? null : Number(number), team }
    })
    assert.deepEqual(suggestNames(hidden, cars, field), names)
  })
}

test('the session before is by the clock, for the first one the next; for the only one none', () => {
  const third = aLinkedSession('third', '2026-03-15T19:00:00Z')
  const all = {
    events: [anEvent(13, { sessions: [third, second] }), anEvent(7, { sessions: [first] })],
  }
  assert.deepEqual(
    ['first', 'second', 'third'].map((id) => previousSessionId(all, id)),
    ['second', 'first', 'second'],
  )
  assert.equal(previousSessionId({ events: [anEvent(7, { sessions: [first] })] }, 'first'), null)
})

test('a car is known by the results of its session alone, and not by a hidden name', () => {
  const standings = {
    drivers: [
      aStandingsDriver('Hidden', { isHidden: true, results: [aResult('first', 1, 0)] }),
      aStandingsDriver('Ann', { results: [aResult('second', 1, 0), aResult('first', 2, 1)] }),
      aStandingsDriver('Bob', { results: [aResult('second', 2, 2)] }),
    ],
    teams: [],
    tracks: [],
  }
  const cars = [0, 1, 2].map((driverIdx) =>
    aDriver({ driverIdx, carNumber: 10 + driverIdx, team: `T${driverIdx}` }),
  )
  assert.deepEqual(knownCars(cars, first, { standings }), [
    { name: 'Ann', carNumber: 11, team: 'T1' },
  ])
  assert.deepEqual([...hiddenCars({ standings }, 'first')], [0])
  assert.deepEqual([...hiddenCars({ standings }, 'second')], [])
})
