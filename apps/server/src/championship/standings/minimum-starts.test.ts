import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { EventInput, SeasonInput, SessionInput } from './input.ts'
import { aCar, anAdjustment, anEvent, aRace, aSeason, aSession, aSystem } from './season.fixture.ts'
import { explainDriver, standingsOf } from './standings.ts'

/** Returns a race for each order, then events to come. */
function eventsOf(orders: readonly string[], toCome = 0): EventInput[] {
  return [
    ...orders.map((order, index) =>
      anEvent(`event ${index}`, aRace(`race ${index}`, order.split(' '))),
    ),
    ...Array.from({ length: toCome }, (_, index) => anEvent(`to come ${index}`)),
  ]
}

function tableOf(minimumStarts: number, season: Partial<SeasonInput>) {
  const system = aSystem({ minimumStarts })
  return standingsOf(aSeason({ system, ...season })).drivers.map(
    ({ name, position, missingStarts = 0 }) => `${position} ${name} ${missingStarts}`,
  )
}

test('a driver with too few starts stands below all others, with whatever points', () => {
  const events = eventsOf(['A B C', 'A B C', 'B C', 'C B'])
  assert.deepEqual(tableOf(0, { events }), ['1 B 0', '2 C 0', '3 A 0'])
  assert.deepEqual(tableOf(3, { events }), ['1 B 0', '2 C 0', '3 A 1'])
  const rich = eventsOf(['A B', 'A B', 'A B', 'D B', 'D B', 'D B', 'D B'])
  assert.deepEqual(tableOf(4, { events: rich }), ['1 B 0', '2 D 0', '3 A 1'])
  const [, , below] = standingsOf(
    aSeason({ system: aSystem({ minimumStarts: 4, race: [25, 1] }), events: rich }),
  ).drivers
  assert.deepEqual([below?.points, below?.gapToLeader, below?.gapToAhead], [75, 25, 0])
})

test('who has more points than the ones above is no negative number of points behind', () => {
  const events = eventsOf(['A B', 'B', 'B'])
  const system = aSystem({ minimumStarts: 2, race: [25, 0] })
  const adjustments = [anAdjustment({ name: 'A', points: 100 })]
  const { drivers } = standingsOf(aSeason({ system, events, adjustments }))
  assert.deepEqual(
    drivers.map(({ name, points, gapToLeader, gapToAhead }) => [
      name,
      points,
      gapToLeader,
      gapToAhead,
    ]),
    [
      ['B', 50, 0, 0],
      ['A', 125, 0, 0],
    ],
  )
})

test('nobody is below as long as the events to come are enough', () => {
  const orders = ['A B', 'B']
  assert.deepEqual(tableOf(3, { events: eventsOf(orders, 2) }), ['1 B 0', '2 A 0'])
  assert.deepEqual(tableOf(4, { events: eventsOf(orders, 2) }), ['1 B 0', '2 A 1'])
  assert.deepEqual(tableOf(3, { events: [] }), [])
  // An event without a race before others with one is cancelled.
  const [first, second] = eventsOf(orders)
  assert.ok(first && second)
  assert.deepEqual(tableOf(2, { events: [first, anEvent('off'), second] }), ['1 B 0', '2 A 1'])
})

test('an event of which only the sprint was driven is still to come for the others', () => {
  const sprint: SessionInput = { ...aRace('sprint', ['B']), role: 'sprint' }
  const [first] = eventsOf(['A B'])
  assert.ok(first)
  assert.deepEqual(tableOf(2, { events: [first, anEvent('second', sprint)] }), ['1 A 0', '2 B 0'])
  const race = aRace('race', ['B'])
  const events = [first, anEvent('second', sprint, race)]
  assert.deepEqual(tableOf(2, { events }), ['1 B 0', '2 A 1'])
})

const raceOf = (resultStatus: number, sessionId: string, role: SessionInput['role'] = 'race') =>
  aSession({
    sessionId,
    role,
    cars: [aCar({ name: 'A' }), aCar({ name: 'B', driverIdx: 1, position: 2, resultStatus })],
  })
const missingOfB = (...sessions: SessionInput[]) =>
  standingsOf(
    aSeason({
      system: aSystem({ minimumStarts: 2, qualifying: [1] }),
      events: sessions.map((session) => anEvent(session.sessionId, session)),
    }),
  ).drivers.find(({ name }) => name === 'B')?.missingStarts ?? 0

test('a start is an event with a race or sprint, retired and disqualified too; qualifying and absence are none', () => {
  const finished = raceOf(ResultStatus.Finished, 'one')
  assert.equal(missingOfB(finished, raceOf(ResultStatus.Retired, 'two')), 0)
  assert.equal(missingOfB(finished, raceOf(ResultStatus.Disqualified, 'two')), 0)
  assert.equal(missingOfB(finished, raceOf(ResultStatus.Inactive, 'two')), 1)
  const qualifying = raceOf(ResultStatus.Finished, 'two', 'qualifying')
  assert.equal(missingOfB(finished, qualifying), 0, 'its race is to come')
  assert.equal(missingOfB(qualifying, { ...finished, sessionId: 'late' }), 1)
  // Two races of one event are one start.
  const events = [anEvent('event', finished, { ...finished, sessionId: 'other' })]
  assert.deepEqual(tableOf(2, { events }), ['1 A 1', '2 B 1'])
})

test('drivers without a start who begin with points stand below, and ties are broken within each part', () => {
  const events = eventsOf(['A B', 'B A', 'C'])
  const startingPoints = { drivers: [{ name: 'Z', points: 43 }], teams: [] }
  assert.deepEqual(tableOf(2, { events, startingPoints }), ['1 A 0', '1 B 0', '3 Z 2', '4 C 1'])
  const system = aSystem({ minimumStarts: 2 })
  const season = aSeason({ system, events, startingPoints })
  const ties = (key: string) => explainDriver(season, key)?.tieBreaks.map(({ against }) => against)
  assert.deepEqual([ties('A'), ties('Z')], [['B'], []])
})

test('each tier counts its own starts, and teams keep what their drivers won', () => {
  const roster = [
    ...['A', 'B', 'C'].map((name, place) => ({ name, tier: 'Pro', place, to: null })),
    // The driver moved up after the first event.
    { name: 'D', tier: 'Club', place: 3, to: 'event 0' },
    { name: 'D', tier: 'Pro', place: 4, to: null },
  ].map(({ name, tier, place, to }) => ({
    name,
    tier,
    place,
    team: { name: 'Red', colour: '#ff0000' },
    fromEventId: place === 4 ? 'event 1' : null,
    toEventId: to,
  }))
  const events = eventsOf(['A D B', 'D A B', 'B A'])
  const system = aSystem({ minimumStarts: 2 })
  const { tiers, teams, drivers } = standingsOf(
    aSeason({ system, events, roster, tiers: ['Pro', 'Club'] }),
  )
  assert.deepEqual(
    tiers?.map((one) => one.drivers.map(({ name, missingStarts = 0 }) => [name, missingStarts])),
    [
      [
        ['A', 0],
        ['B', 0],
        ['D', 1],
      ],
      // Club has two events to come.
      [['D', 0]],
    ],
  )
  assert.equal(drivers.find(({ name }) => name === 'D')?.missingStarts, undefined)
  assert.equal(
    teams[0]?.points,
    drivers.reduce((sum, { points }) => sum + points, 0),
  )
})
