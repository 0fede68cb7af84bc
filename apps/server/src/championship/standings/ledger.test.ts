import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { SessionRole } from '@pitboard/contract/seasons/points-system'
import type { SessionInput } from './input.ts'
import { openLedger } from './ledger.ts'
import { aCar, anAdjustment, anEvent, aRace, aSeason, aSession, aSystem } from './season.fixture.ts'

function sessionOf(role: SessionRole, sessionId: string = role): SessionInput {
  return { ...aRace(sessionId, ['A', 'B']), role }
}

function drivenSessions(...sessions: SessionInput[]): string[] | undefined {
  const { drivers } = openLedger(aSeason({ events: [anEvent('one', ...sessions)] }))
  return drivers.find(({ key }) => key === 'A')?.results.map(({ sessionId }) => sessionId)
}

suite('results of a weekend', () => {
  test('are in its order, whichever session was linked first', () => {
    const weekend = ['practice', 'sprintQualifying', 'sprint', 'qualifying', 'race'] as const
    const sessions = weekend.map((role) => sessionOf(role))
    assert.deepEqual(drivenSessions(...sessions), weekend)
    assert.deepEqual(drivenSessions(...sessions.toReversed()), weekend)
  })

  test('of one role are in the order of the sessions’ ids', () => {
    const [first, second] = [sessionOf('race', 'a'), sessionOf('race', 'b')]
    assert.deepEqual(drivenSessions(second, first), ['a', 'b'])
    assert.deepEqual(drivenSessions(first, second), ['a', 'b'])
  })

  test('have the event, the car and its team in the game', () => {
    const cars = [aCar({ driverIdx: 7, team: 'Red', teamColour: '#ff0000', startingPosition: 1 })]
    const session = aSession({ sessionId: 'race', cars })
    const [driver] = openLedger(aSeason({ events: [anEvent('0'), anEvent('1', session)] })).drivers
    assert.partialDeepStrictEqual(driver?.results, [
      {
        eventId: '1',
        eventIndex: 1,
        sessionId: 'race',
        role: 'race',
        driverIdx: 7,
        team: 'Red',
        teamColour: '#ff0000',
        teamSource: 'game',
        position: 1,
        pole: true,
        fastestLap: false,
        counts: true,
        isClassified: true,
      },
    ])
  })
})

const drivenWith = (session: SessionInput, system = aSystem()) =>
  openLedger(aSeason({ system, events: [anEvent('none'), anEvent('one', session)] })).driven

suite('an event is driven', () => {
  test('where a race or a sprint has cars, even one that pays nothing', () => {
    const nothing = aSystem({ race: [], sprint: [] })
    assert.deepEqual(drivenWith(sessionOf('race'), nothing), [1])
    assert.deepEqual(drivenWith(sessionOf('sprint'), nothing), [1])
    assert.deepEqual(drivenWith(aSession({ cars: [] })), [])
  })

  test('where qualifying pays, and never by practice', () => {
    const paid = aSystem({ qualifying: [1], sprintQualifying: [1] })
    assert.deepEqual(drivenWith(sessionOf('qualifying')), [])
    assert.deepEqual(drivenWith(sessionOf('qualifying'), paid), [1])
    assert.deepEqual(drivenWith(sessionOf('sprintQualifying')), [])
    assert.deepEqual(drivenWith(sessionOf('sprintQualifying'), paid), [1])
    assert.deepEqual(drivenWith(sessionOf('practice'), paid), [])
  })
})

const ofCar = (sessionId: string, driverIdx = 0) =>
  anAdjustment({ id: sessionId, sessionId, driverIdx, points: -3 })

suite('points of the stewards', () => {
  const events = [
    anEvent('one', aRace('first', ['A', 'B'])),
    anEvent('two', { ...aRace('unpaid', ['A', 'B']), role: 'qualifying' }),
    anEvent('three', aRace('third', ['A', 'B'])),
    anEvent('four', { ...aRace('last', ['A', 'B']), role: 'practice' }),
  ]
  const adjustmentsOf = (key: string, ...adjustments: ReturnType<typeof anAdjustment>[]) =>
    openLedger(aSeason({ events, adjustments })).drivers.find((driver) => driver.key === key)
      ?.adjustments

  test('of a car count from its event, or the next that is driven, or the last', () => {
    for (const [sessionId, eventIndex] of [
      ['first', 0],
      ['unpaid', 2],
      ['third', 2],
      ['last', 2],
    ] as const) {
      assert.deepEqual(
        adjustmentsOf('A', ofCar(sessionId)),
        [{ adjustmentId: sessionId, sessionId, eventIndex, points: -3 }],
        sessionId,
      )
    }
  })

  test('of another car, of a car that is not there and of a session that is gone go to nobody', () => {
    assert.deepEqual(adjustmentsOf('A', ofCar('first', 1)), [])
    assert.deepEqual(adjustmentsOf('B', ofCar('first', 1))?.length, 1)
    assert.deepEqual(adjustmentsOf('A', ofCar('first', 9)), [])
    assert.deepEqual(adjustmentsOf('A', ofCar('gone')), [])
  })

  test('of a name count from the last event that is driven', () => {
    const adjustments = [anAdjustment({ id: 'name', name: 'A', points: 4 })]
    assert.deepEqual(adjustmentsOf('A', ...adjustments), [
      { adjustmentId: 'name', sessionId: null, eventIndex: 2, points: 4 },
    ])
    assert.deepEqual(adjustmentsOf('B', ...adjustments), [])
  })

  test('of a name count from the last event, however many are driven', () => {
    for (const count of [1, 2, 3]) {
      const driven = Array.from({ length: count }, (_, index) =>
        anEvent(`event ${index}`, aRace(`race ${index}`, ['A'])),
      )
      const adjustments = [anAdjustment({ name: 'A', points: 4 })]
      const [driver] = openLedger(aSeason({ events: driven, adjustments })).drivers
      assert.deepEqual(
        driver?.adjustments.map(({ eventIndex }) => eventIndex),
        [count - 1],
      )
    }
  })

  test('count before all events where none is driven', () => {
    const startingPoints = {
      drivers: [{ name: 'A', points: 10 }],
      teams: [{ name: 'Red', points: 20 }],
    }
    const adjustments = [
      anAdjustment({ id: 'driver', name: 'A', points: 4 }),
      anAdjustment({ id: 'team', kind: 'teamPoints', name: 'Red', points: -1 }),
    ]
    const { drivers, teams } = openLedger(aSeason({ startingPoints, adjustments }))
    const common = { sessionId: null, eventIndex: -1 }
    assert.deepEqual(drivers[0]?.adjustments, [{ adjustmentId: 'driver', ...common, points: 4 }])
    assert.deepEqual(teams[0]?.adjustments, [{ adjustmentId: 'team', ...common, points: -1 }])
  })

  test('are in the order of their ids, whichever was entered first', () => {
    const adjustments = ['c', 'a', 'b'].map((id) => anAdjustment({ id, name: 'A', points: 1 }))
    for (const order of [adjustments, adjustments.toReversed()]) {
      const ids = adjustmentsOf('A', ...order)?.map(({ adjustmentId }) => adjustmentId)
      assert.deepEqual(ids, ['a', 'b', 'c'])
    }
  })

  test('of a team go to the team of that name, and never to a driver of that name', () => {
    const adjustments = [anAdjustment({ kind: 'teamPoints', name: 'Team A', points: 4 })]
    const { drivers, teams } = openLedger(aSeason({ events, adjustments }))
    assert.deepEqual(
      teams.map(({ key, adjustments: own }) => [key, own.map(({ points }) => points)]),
      [
        ['Team A', [4]],
        ['Team B', []],
      ],
    )
    assert.ok(drivers.every(({ adjustments: own }) => own.length === 0))
    const named = [anAdjustment({ kind: 'teamPoints', name: 'A', points: 4 })]
    assert.deepEqual(adjustmentsOf('A', ...named), [])
    const ofDriver = [anAdjustment({ name: 'Team A', points: 4 })]
    assert.deepEqual(
      openLedger(aSeason({ events, adjustments: ofDriver })).teams.map((team) => team.adjustments),
      [[], []],
    )
  })
})

suite('drivers and teams', () => {
  const red = { name: 'Red', colour: '#ff0000' }
  const entry = { name: 'New', team: red, tier: '', fromEventId: null, toEventId: null, place: 0 }
  const startingPoints = {
    drivers: [
      { name: 'New', points: 10 },
      { name: 'A', points: 5 },
    ],
    teams: [
      { name: 'Red', points: 20 },
      { name: 'Team A', points: 7 },
    ],
  }
  const events = [anEvent('one', aRace('race', ['A', 'B']))]

  test('are those with results and those with starting points, who drive by the roster', () => {
    const { drivers, teams } = openLedger(aSeason({ events, startingPoints, roster: [entry] }))
    const shown = ({ key, ...one }: (typeof drivers)[number]) => [
      key,
      one.name,
      one.isHidden,
      one.results.length,
      one.startingPoints,
      one.rosterTeam,
    ]
    assert.deepEqual(drivers.map(shown), [
      ['A', 'A', false, 1, 5, undefined],
      ['B', 'B', false, 1, null, undefined],
      ['New', 'New', false, 0, 10, red],
    ])
    assert.deepEqual(teams.map(shown), [
      ['Team A', 'Team A', false, 1, 7, undefined],
      ['Team B', 'Team B', false, 1, null, undefined],
      ['Red', 'Red', false, 0, 20, red],
    ])
  })

  test('a driver of the roster scores for its team in its colour', () => {
    const roster = [{ ...entry, name: 'A' }]
    const { drivers, teams } = openLedger(aSeason({ events, roster }))
    assert.partialDeepStrictEqual(drivers[0]?.results, [
      { team: 'Red', teamColour: '#ff0000', teamSource: 'roster' },
    ])
    assert.deepEqual(
      teams.map(({ key, results }) => [key, results.length]),
      [
        ['Red', 1],
        ['Team B', 1],
      ],
    )
  })

  test('a hidden driver is in no team of the roster, even if it has an entry of their key', () => {
    const cars = [aCar({ name: 'Player', isHidden: true, team: 'Blue' })]
    const session = aSession({ sessionId: 'race', cars })
    const roster = [{ ...entry, name: 'race:0' }]
    const { drivers } = openLedger(aSeason({ events: [anEvent('one', session)], roster }))
    assert.deepEqual(
      drivers.map(({ key, name, isHidden, results }) => [key, name, isHidden, results[0]?.team]),
      [['race:0', 'Player', true, 'Blue']],
    )
  })

  test('a car without a team scores for no team', () => {
    const session = aSession({ cars: [aCar({ team: '' })] })
    assert.deepEqual(openLedger(aSeason({ events: [anEvent('one', session)] })).teams, [])
  })
})

const poleOf = (...sessions: SessionInput[]) => {
  const { drivers } = openLedger(aSeason({ events: [anEvent('one', ...sessions)] }))
  return drivers.flatMap(({ key, results }) => (results.some(({ pole }) => pole) ? [key] : []))
}

suite('the pole of a race without a grid', () => {
  const qualifying = sessionOf('qualifying')
  test('is that of its only qualifying', () => {
    assert.deepEqual(poleOf(qualifying, sessionOf('race')), ['A'])
    const second = { ...qualifying, sessionId: 'second' }
    assert.deepEqual(poleOf(qualifying, second, sessionOf('race')), [])
    assert.deepEqual(poleOf(sessionOf('sprintQualifying'), sessionOf('race')), [])
  })

  test('is nobody’s where nobody has a place in qualifying', () => {
    const cars = qualifying.cars.map((car) => ({ ...car, position: null }))
    assert.deepEqual(poleOf({ ...qualifying, cars }, sessionOf('race')), [])
  })
})
