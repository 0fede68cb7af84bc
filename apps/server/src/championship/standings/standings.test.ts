import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { EventInput, SeasonInput, SessionInput } from './input.ts'
import { aCar, anAdjustment, anEvent, aRace, aSeason, aSession, aSystem } from './season.fixture.ts'
import { explainDriver, standingsOf } from './standings.ts'

/** Returns races in these orders, one an event. */
function racesOf(...orders: string[]): EventInput[] {
  return orders.map((order, index) =>
    anEvent(`event ${index}`, aRace(`race ${index}`, order.split(' '))),
  )
}

function tableOf(season: SeasonInput): string[] {
  return standingsOf(season).drivers.map(
    ({ position, name, points }) => `${position} ${name} ${points}`,
  )
}

suite('ties', () => {
  test('are broken by the better finishes in races', () => {
    const system = aSystem({ race: [4, 2, 2] })
    const season = aSeason({ system, events: racesOf('C B A', 'B A C', 'C B A', 'A C B') })
    // A and B have won once each; B was second twice.
    assert.deepEqual(tableOf(season), ['1 C 12', '2 B 10', '3 A 10'])
    const explained = explainDriver(season, 'B')
    assert.deepEqual(explained?.tieBreaks, [{ against: 'A', decidedBy: 2, own: 2, theirs: 1 }])
  })

  test('share the place where the finishes are equal too, and the next place is left out', () => {
    const season = aSeason({ events: racesOf('A B C', 'B A C') })
    assert.deepEqual(tableOf(season), ['1 A 43', '1 B 43', '3 C 30'])
    assert.deepEqual(explainDriver(season, 'A')?.tieBreaks, [
      { against: 'B', decidedBy: null, own: 0, theirs: 0 },
    ])
  })

  test('are not broken by sprints, retirements or qualifying', () => {
    const sprint: SessionInput = { ...aRace('sprint', ['B', 'A']), role: 'sprint' }
    const retired = aRace('race', ['A', 'B']).cars.map((car) => ({
      ...car,
      resultStatus: ResultStatus.Retired,
    }))
    const qualifying: SessionInput = { ...aRace('quali', ['B', 'A']), role: 'qualifying' }
    const race = aSession({ sessionId: 'race', cars: retired })
    const season = aSeason({ events: [anEvent('event', sprint, qualifying, race)] })
    assert.deepEqual(tableOf(season), ['1 A 0', '1 B 0'])
  })
})

suite('drops', () => {
  const events = racesOf('A B C', 'B C A', 'C A B', 'B A C')

  test('leave out the worst events, with all that was won there', () => {
    const season = aSeason({ system: aSystem({ dropWorst: 1, pole: 0 }), events })
    assert.deepEqual(tableOf(season), ['1 B 68', '2 A 61', '3 C 58'])
    const explained = explainDriver(season, 'B')
    assert.deepEqual(
      explained?.contributions.filter(({ dropped }) => dropped).map(({ eventId }) => eventId),
      ['event 2'],
    )
  })

  test('count an event without the driver as one of their worst', () => {
    const season = aSeason({
      system: aSystem({ dropWorst: 1 }),
      events: racesOf('A B', 'B', 'A B'),
    })
    assert.deepEqual(tableOf(season), ['1 A 50', '2 B 43'])
  })

  test('by best events and by worst events keep the fewer', () => {
    for (const [countBest, dropWorst, points] of [
      [null, 0, 83],
      [2, 0, 50],
      [2, 1, 50],
      [3, 3, 25],
      [null, 100, 25],
    ] as const) {
      const system = aSystem({ countBest, dropWorst })
      assert.equal(standingsOf(aSeason({ system, events })).drivers[0]?.points, points)
    }
  })

  test('never drop points of the stewards', () => {
    const adjustments = [anAdjustment({ sessionId: 'race 2', driverIdx: 2, points: -5 })]
    const season = aSeason({ system: aSystem({ dropWorst: 1 }), events, adjustments })
    assert.equal(explainDriver(season, 'B')?.points, 63)
  })

  test('leave wins and ties as they are', () => {
    const season = aSeason({
      system: aSystem({ race: [5, 5], countBest: 1 }),
      events: racesOf('A B', 'A B'),
    })
    assert.deepEqual(tableOf(season), ['1 A 5', '2 B 5'])
    assert.equal(standingsOf(season).drivers[0]?.wins, 2)
  })

  test('of events to come are none', () => {
    const system = aSystem({ dropWorst: 1 })
    const coming = [anEvent('next'), anEvent('last')]
    const season = aSeason({ system, events: [...racesOf('A B', 'B A'), ...coming] })
    assert.deepEqual(tableOf(season), ['1 A 25', '1 B 25'])
  })
})

const tallies = (...sessions: SessionInput[]) => {
  const { drivers } = standingsOf(aSeason({ events: [anEvent('one', ...sessions)] }))
  const driver = drivers.find(({ key }) => key === 'A')
  return [driver?.wins, driver?.podiums, driver?.poles, driver?.fastestLaps]
}

suite('the way to the table', () => {
  test('says points after each event, also those to come', () => {
    const events = [...racesOf('A B', 'B A'), anEvent('next')]
    const { drivers } = standingsOf(aSeason({ events }))
    assert.deepEqual(
      drivers.map(({ name, progression }) => [name, progression]),
      [
        ['A', [25, 43, 43]],
        ['B', [18, 43, 43]],
      ],
    )
  })

  test('says places won since the event before, nothing of newcomers', () => {
    const { drivers } = standingsOf(aSeason({ events: racesOf('A B', 'B C A') }))
    assert.deepEqual(
      drivers.map(({ name, positionsGained }) => [name, positionsGained]),
      [
        ['B', 1],
        ['A', -1],
        ['C', null],
      ],
    )
  })

  test('is not gone on by practice and by qualifying that pays nothing', () => {
    const practice: SessionInput = { ...aRace('p', ['Z', 'A']), role: 'practice' }
    const qualifying: SessionInput = { ...aRace('q', ['B', 'A']), role: 'qualifying' }
    const events = [...racesOf('B A', 'A B'), anEvent('next', practice, qualifying)]
    const system = aSystem({ dropWorst: 1 })
    assert.deepEqual(tableOf(aSeason({ system, events })), ['1 A 25', '1 B 25'])
  })

  test('leaves out who only practised', () => {
    const practice: SessionInput = { ...aRace('p', ['Z', 'A']), role: 'practice' }
    const events = [anEvent('one', practice, aRace('race', ['A', 'B']))]
    assert.deepEqual(tableOf(aSeason({ events })), ['1 A 25', '2 B 18'])
  })

  test('a place that doesn’t count is not a podium', () => {
    const [winner = aCar(), second = aCar()] = aRace('race', ['A', 'B']).cars
    const cars = [winner, { ...second, resultStatus: ResultStatus.Retired }]
    const { drivers } = standingsOf(aSeason({ events: [anEvent('one', aSession({ cars }))] }))
    assert.deepEqual(
      drivers.map(({ podiums }) => podiums),
      [1, 0],
    )
  })

  test('wins, podiums, poles and fastest laps are those of races alone', () => {
    const cars = ['A', 'B'].map((name, driverIdx) =>
      aCar({
        name,
        driverIdx,
        position: driverIdx + 1,
        startingPosition: driverIdx + 1,
        bestLapTimeMs: 60_000 + driverIdx,
      }),
    )
    const sprint = aSession({ sessionId: 'sprint', role: 'sprint', cars })
    const qualifying = aSession({ sessionId: 'qualifying', role: 'qualifying', cars })
    assert.deepEqual(tallies(sprint, qualifying), [0, 0, 0, 0])
    assert.deepEqual(
      tallies(sprint, qualifying, aSession({ sessionId: 'race', cars })),
      [1, 1, 1, 1],
    )
  })

  test('gaps are those to the leader and to the place ahead', () => {
    const { drivers } = standingsOf(aSeason({ events: racesOf('A B C') }))
    assert.deepEqual(
      drivers.map(({ gapToLeader, gapToAhead }) => [gapToLeader, gapToAhead]),
      [
        [0, 0],
        [7, 7],
        [10, 3],
      ],
    )
  })
})

suite('stewards’ points', () => {
  test('go to the driver of the car, or of the name, not to their team', () => {
    const adjustments = [
      anAdjustment({ id: '1', sessionId: 'race 0', driverIdx: 0, points: -10 }),
      anAdjustment({ id: '2', name: 'B', points: 2.5 }),
    ]
    const { drivers, teams } = standingsOf(aSeason({ events: racesOf('A B'), adjustments }))
    assert.deepEqual(
      drivers.map(({ name, points }) => [name, points]),
      [
        ['B', 20.5],
        ['A', 15],
      ],
    )
    assert.deepEqual(
      teams.map(({ points }) => points),
      [25, 18],
    )
  })

  test('of teams go to the team alone', () => {
    const adjustments = [anAdjustment({ kind: 'teamPoints', name: 'Team A', points: -25 })]
    const { drivers, teams } = standingsOf(aSeason({ events: racesOf('A B'), adjustments }))
    assert.deepEqual(
      drivers.map(({ points }) => points),
      [25, 18],
    )
    assert.deepEqual(
      teams.map(({ name, points }) => [name, points]),
      [
        ['Team B', 18],
        ['Team A', 0],
      ],
    )
  })

  test('find a driver by any of their names', () => {
    const aliases = [{ name: 'A', aliases: ['Ay'] }]
    const adjustments = [anAdjustment({ name: 'Ay', points: -1 })]
    const season = aSeason({ events: racesOf('A B'), aliases, adjustments })
    assert.equal(explainDriver(season, 'A')?.points, 24)
  })
})

/** Returns a race of two cars with names that the game hides. */
function hiddenRace(sessionId: string): SessionInput {
  const cars = [0, 1].map((driverIdx) =>
    aCar({ name: 'Player', isHidden: true, driverIdx, position: driverIdx + 1 }),
  )
  return aSession({ sessionId, cars })
}

suite('who is who', () => {
  test('hidden names are a driver each, in each session, until the organiser says who', () => {
    const events = [anEvent('one', hiddenRace('s1')), anEvent('two', hiddenRace('s2'))]
    const { drivers } = standingsOf(aSeason({ events }))
    assert.deepEqual(drivers.map(({ key, isHidden }) => `${key} ${isHidden}`).toSorted(), [
      's1:0 true',
      's1:1 true',
      's2:0 true',
      's2:1 true',
    ])
    const renumbered = events.map((event) => ({
      ...event,
      sessions: event.sessions.map((session) => ({ ...session, driverNames: ['A', null] })),
    }))
    assert.deepEqual(tableOf(aSeason({ events: renumbered })), [
      '1 A 50',
      '2 Player 18',
      '2 Player 18',
    ])
  })

  test('an alias for Player merges nobody who is hidden', () => {
    const cars = [aCar({ name: 'Player', isHidden: true })]
    const events = [anEvent('one', aSession({ cars }))]
    const season = aSeason({ events, aliases: [{ name: 'A', aliases: ['Player'] }] })
    assert.deepEqual(tableOf(season), ['1 Player 25'])
  })

  test('a name that two cars of a session share is nobody’s there', () => {
    const race = aRace('shared', ['A', 'A', 'B'])
    assert.deepEqual(
      standingsOf(aSeason({ events: [anEvent('one', race)] })).drivers.map(({ key }) => key),
      ['shared:0', 'shared:1', 'B'],
    )
  })

  test('blanks around a name are not of it', () => {
    const session = aRace('race', ['A ', 'B', ' B'])
    const season = aSeason({
      events: [anEvent('event', session)],
      aliases: [{ name: 'Ann', aliases: ['A'] }],
    })
    const names = standingsOf(season).drivers.map(({ name, isHidden }) => [name, isHidden])
    assert.deepEqual(names, [
      ['Ann', false],
      ['B', true],
      ['B', true],
    ])
  })

  test('aliases join over several entries, whichever was made first', () => {
    const events = racesOf('A X', 'B X', 'C X')
    const aliases = [
      { name: 'B', aliases: ['C'] },
      { name: 'A', aliases: ['B'] },
    ]
    for (const order of [aliases, aliases.toReversed()]) {
      const { drivers } = standingsOf(aSeason({ events, aliases: order }))
      assert.deepEqual(
        drivers.map(({ name, points }) => [name, points]),
        [
          ['A', 75],
          ['X', 54],
        ],
      )
      assert.deepEqual(drivers[0]?.aliases, ['A', 'B', 'C'])
    }
  })

  test('shown is the name that no other entry has as an alias', () => {
    const aliases = [
      { name: 'A', aliases: ['B'] },
      { name: 'Z', aliases: ['A'] },
    ]
    assert.deepEqual(tableOf(aSeason({ events: racesOf('A', 'B'), aliases })), ['1 Z 50'])
  })

  test('a name among its own aliases stays the one that is shown', () => {
    const aliases = [
      { name: 'A', aliases: ['A', 'X'] },
      { name: 'Z', aliases: ['X'] },
    ]
    assert.deepEqual(tableOf(aSeason({ events: racesOf('X', 'Z'), aliases })), ['1 A 50'])
  })

  test('aliases that go in a circle still name one driver', () => {
    const aliases = [
      { name: 'B', aliases: ['A', 'B'] },
      { name: 'A', aliases: ['B'] },
    ]
    assert.deepEqual(tableOf(aSeason({ events: racesOf('A X', 'B X'), aliases })), [
      '1 A 50',
      '2 X 36',
    ])
  })
})

suite('teams', () => {
  const cars = ['A', 'B', 'C', 'D'].map((name, index) =>
    aCar({ name, driverIdx: index, position: index + 1, team: index < 3 ? 'One' : 'Two' }),
  )
  const season = (carsPerSession: number | null) =>
    aSeason({
      system: aSystem({ teams: { carsPerSession, dropWorst: 0, countBest: null } }),
      events: [anEvent('event', aSession({ cars }))],
    })

  test('score with every car, or with their best of each session', () => {
    for (const [carsPerSession, points] of [
      [null, [58, 12]],
      [2, [43, 12]],
      [1, [25, 12]],
    ] as const) {
      const { teams } = standingsOf(season(carsPerSession))
      assert.deepEqual(
        teams.map((team) => team.points),
        points,
      )
    }
  })

  test('are named by who drove for them; who drives for nobody is in no team', () => {
    const free = aCar({ name: 'E', driverIdx: 4, position: 5, team: '' })
    const events = [anEvent('event', aSession({ cars: [...cars, free] }))]
    assert.deepEqual(
      standingsOf(aSeason({ events })).teams.map(({ name, drivers }) => [name, drivers]),
      [
        ['One', ['A', 'B', 'C']],
        ['Two', ['D']],
      ],
    )
  })
})

test('a season without results has empty tables', () => {
  assert.deepEqual(standingsOf(aSeason()), {
    drivers: [],
    teams: [],
    tracks: [],
  })
  assert.equal(explainDriver(aSeason(), 'A'), undefined)
})
