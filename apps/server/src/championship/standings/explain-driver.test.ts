import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { AdjustmentTerms } from '@pitboard/contract/seasons/adjustment'
import { aCar, anAdjustment, anEvent, aRace, aSeason, aSession, aSystem } from './season.fixture.ts'
import { explainDriver, findUnknownSubject, standingsOf } from './standings.ts'

const FASTEST_LAP = {
  points: 1,
  withinPosition: 10,
  inSprints: false,
  minimumDistanceShare: 0,
  shared: 'first',
} as const

suite('the explanation of a driver’s points', () => {
  test('names every part: the start, places, pole, fastest lap and the stewards', () => {
    const cars = [
      aCar({ name: 'A', bestLapTimeMs: 60_000, startingPosition: 1 }),
      aCar({ name: 'B', driverIdx: 1, position: 2, totalRaceTimeMs: 6.1e6 }),
    ]
    const half = aSession({ sessionId: 'half', pointsFactor: 0.5, cars })
    const season = aSeason({
      system: aSystem({ pole: 2, fastestLap: FASTEST_LAP, dropWorst: 1 }),
      events: [anEvent('one', half), anEvent('two', aRace('full', ['A', 'B']))],
      startingPoints: { drivers: [{ name: 'A', points: 10 }], teams: [] },
      adjustments: [anAdjustment({ id: 'steward', sessionId: 'full', driverIdx: 0, points: -3 })],
    })
    const driven = {
      eventId: 'one',
      sessionId: 'half',
      dropped: true,
      adjustmentId: null,
      team: 'Team A',
      teamSource: 'game',
      factor: 0.5,
      distance: 'full',
    }
    const whole = { factor: 1, distance: 'full', team: null, teamSource: null, dropped: false }
    assert.deepEqual(explainDriver(season, 'A'), {
      key: 'A',
      name: 'A',
      position: 1,
      points: 32,
      contributions: [
        {
          kind: 'startingPoints',
          points: 10,
          position: null,
          ...whole,
          eventId: null,
          sessionId: null,
          adjustmentId: null,
        },
        { ...driven, kind: 'position', points: 12.5, position: 1 },
        { ...driven, kind: 'pole', points: 1, position: null },
        { ...driven, kind: 'fastestLap', points: 0.5, position: 1 },
        {
          ...driven,
          eventId: 'two',
          sessionId: 'full',
          dropped: false,
          factor: 1,
          kind: 'position',
          points: 25,
          position: 1,
        },
        {
          kind: 'adjustment',
          points: -3,
          position: null,
          ...whole,
          eventId: null,
          sessionId: 'full',
          adjustmentId: 'steward',
        },
      ],
      tieBreaks: [],
    })
  })

  test('names the rivals with as many points alone, and what puts one ahead', () => {
    const events = [
      anEvent('one', aRace('first', ['A', 'B', 'C'])),
      anEvent('two', aRace('second', ['B', 'A', 'C'])),
    ]
    const { drivers } = standingsOf(aSeason({ events }))
    assert.deepEqual(
      drivers.map(({ key }) => explainDriver(aSeason({ events }), key)?.tieBreaks),
      [
        [{ against: 'B', decidedBy: null, own: 0, theirs: 0 }],
        [{ against: 'A', decidedBy: null, own: 0, theirs: 0 }],
        [],
      ],
    )
  })

  test('has no starting points where the season begins at none', () => {
    const season = aSeason({ events: [anEvent('one', aRace('race', ['A']))] })
    assert.deepEqual(
      explainDriver(season, 'A')?.contributions.map(({ kind }) => kind),
      ['position'],
    )
  })

  test('is missing for a key that is not in the table', () => {
    const season = aSeason({ events: [anEvent('one', aRace('race', ['A']))] })
    assert.equal(explainDriver(season, 'B'), undefined)
  })
})

suite('a row of the drivers', () => {
  test('has every column, with the driver’s team and user', () => {
    const retired = { resultStatus: ResultStatus.Retired, team: 'Red', teamColour: '#ff0000' }
    const cars = [
      aCar({ name: 'A', ...retired }),
      aCar({ name: 'B', driverIdx: 1, position: 2, bestLapTimeMs: 60_000, startingPosition: 1 }),
    ]
    const season = aSeason({
      events: [anEvent('one', aSession({ sessionId: 'race', cars }))],
      aliases: [{ name: 'Anna', aliases: ['A'] }],
      claims: [{ name: 'A', userId: 'anna' }],
    })
    const result = { sessionId: 'race', eventId: 'one', role: 'race', dropped: false }
    const gained = { positionsGained: null }
    assert.deepEqual(standingsOf(season).drivers, [
      {
        name: 'B',
        position: 1,
        ...gained,
        points: 18,
        gapToLeader: 0,
        gapToAhead: 0,
        wins: 0,
        podiums: 1,
        poles: 1,
        fastestLaps: 1,
        progression: [18],
        key: 'B',
        team: 'Team B',
        teamColour: '#ffffff',
        aliases: ['B'],
        isHidden: false,
        results: [
          {
            ...result,
            driverIdx: 1,
            position: 2,
            resultStatus: ResultStatus.Finished,
            points: 18,
            fastestLap: true,
            pole: true,
            team: 'Team B',
          },
        ],
      },
      {
        name: 'Anna',
        position: 2,
        ...gained,
        points: 0,
        gapToLeader: 18,
        gapToAhead: 18,
        wins: 0,
        podiums: 0,
        poles: 0,
        fastestLaps: 0,
        progression: [0],
        key: 'Anna',
        team: 'Red',
        teamColour: '#ff0000',
        aliases: ['A'],
        isHidden: false,
        userId: 'anna',
        results: [
          {
            ...result,
            driverIdx: 0,
            position: null,
            resultStatus: ResultStatus.Retired,
            points: 0,
            fastestLap: false,
            pole: false,
            team: 'Red',
          },
        ],
      },
    ])
  })

  test('has the team of the last result, else that of the roster, else none', () => {
    const team = { name: 'Blue', colour: '#0000ff' }
    const roster = [{ name: 'New', team, tier: '', fromEventId: null, toEventId: null, place: 0 }]
    const drivers = ['New', 'None'].map((name) => ({ name, points: 1 }))
    const changed = aRace('second', ['A']).cars.map((car) => {
      return { ...car, team: 'Red', teamColour: '#ff0000' }
    })
    const season = aSeason({
      events: [
        anEvent('one', aRace('first', ['A'])),
        anEvent('two', aSession({ sessionId: 'second', cars: changed })),
      ],
      startingPoints: { drivers, teams: [] },
      roster,
    })
    assert.deepEqual(
      standingsOf(season).drivers.map((row) => [row.key, row.team, row.teamColour]),
      [
        ['A', 'Red', '#ff0000'],
        ['New', 'Blue', '#0000ff'],
        ['None', '', ''],
      ],
    )
  })

  test('of a hidden driver has no user, even if one claims their key', () => {
    const cars = [aCar({ name: 'Player', isHidden: true })]
    const season = aSeason({
      events: [anEvent('one', aSession({ sessionId: 'race', cars }))],
      claims: [{ name: 'race:0', userId: 'somebody' }],
    })
    const [row] = standingsOf(season).drivers
    assert.equal(row?.isHidden, true)
    assert.ok(row && !('userId' in row))
  })

  test('has each name once, in alphabetical order', () => {
    const events = ['C', 'A', 'B', 'A'].map((name, index) =>
      anEvent(`${index}`, aRace(`race ${index}`, [name])),
    )
    const aliases = [{ name: 'A', aliases: ['B', 'C'] }]
    const [row] = standingsOf(aSeason({ events, aliases })).drivers
    assert.deepEqual(row?.aliases, ['A', 'B', 'C'])
  })

  test('has sums without the rounding errors of fractions', () => {
    const cars = [aCar({ bestLapTimeMs: 60_000, startingPosition: 1 })]
    const system = aSystem({ race: [0.1], pole: 0.2 })
    const [row] = standingsOf(
      aSeason({ system, events: [anEvent('one', aSession({ cars }))] }),
    ).drivers
    assert.equal(row?.results[0]?.points, 0.3)
  })
})

suite('a row of the teams', () => {
  test('has the colour of the last result, else that of the roster, else none', () => {
    const team = { name: 'Blue', colour: '#0000ff' }
    const roster = [{ name: 'B', team, tier: '', fromEventId: null, toEventId: null, place: 0 }]
    const [car = aCar()] = aRace('second', ['A']).cars
    const second = aSession({ sessionId: 'second', cars: [{ ...car, teamColour: '#00ff00' }] })
    const season = aSeason({
      events: [anEvent('one', aRace('first', ['A'])), anEvent('two', second)],
      startingPoints: { drivers: [], teams: ['Blue', 'None'].map((name) => ({ name, points: 1 })) },
      roster,
    })
    assert.deepEqual(
      standingsOf(season).teams.map((row) => [row.name, row.teamColour, row.drivers]),
      [
        ['Team A', '#00ff00', ['A']],
        ['Blue', '#0000ff', []],
        ['None', '', []],
      ],
    )
  })

  test('has the colour of the last result, however many there are', () => {
    const colours = ['#000001', '#000002', '#000003']
    for (const count of [1, 2, 3]) {
      const events = colours.slice(0, count).map((teamColour) => {
        const cars = aRace(teamColour, ['A']).cars.map((car) => ({ ...car, teamColour }))
        return anEvent(teamColour, aSession({ sessionId: teamColour, cars }))
      })
      const [team] = standingsOf(aSeason({ events })).teams
      assert.equal(team?.teamColour, colours[count - 1])
    }
  })

  test('names each driver once', () => {
    const events = ['one', 'two'].map((id) => anEvent(id, aRace(id, ['A'])))
    assert.deepEqual(standingsOf(aSeason({ events })).teams[0]?.drivers, ['A'])
  })

  test('the tables have the tracks of all events', () => {
    const events = [3, 5].map((track) => ({ ...anEvent(`${track}`), track }))
    assert.deepEqual(standingsOf(aSeason({ events })).tracks, [3, 5])
  })
})

const ofCar = (driverIdx: number, sessionId = 'race') =>
  anAdjustment({ kind: 'disqualification', sessionId, driverIdx })

const ofDriver = (name: string) => anAdjustment({ name, points: 1 })

const ofTeam = (name: string) => anAdjustment({ kind: 'teamPoints', name, points: 1 })

suite('the subject of an adjustment', () => {
  const race = aRace('race', ['A', 'B'])
  const hidden = aCar({ name: 'Player', isHidden: true, driverIdx: 2, position: 3 })
  const season = aSeason({
    events: [anEvent('zero'), anEvent('one', { ...race, cars: [...race.cars, hidden] })],
    aliases: [{ name: 'Anna', aliases: ['A'] }],
  })
  for (const [what, terms, unknown] of [
    ['a car of the session', ofCar(1), null],
    ['no car of the session', ofCar(3), 'driverIdx'],
    ['a car of a session that is not of the season', ofCar(3, 'gone'), null],
    ['a driver by their name', ofDriver('B'), null],
    ['a driver by an alias', ofDriver('A'), null],
    ['a driver by the name in the standings', ofDriver('Anna'), null],
    ['no driver', ofDriver('C'), 'name'],
    ['a name that is hidden', ofDriver('Player'), 'name'],
    ['the key of a hidden driver', ofDriver('race:2'), 'name'],
    ['a team', ofTeam('Team B'), null],
    ['no team', ofTeam('B'), 'name'],
    ['a team by a driver’s alias', ofTeam('Anna'), 'name'],
    ['a team as if it were a driver', ofDriver('Team B'), 'name'],
  ] as const satisfies readonly (readonly [string, AdjustmentTerms, string | null])[]) {
    test(`${what}: ${unknown === null ? 'is known' : `${unknown} is unknown`}`, () => {
      assert.equal(findUnknownSubject(season, terms), unknown)
    })
  }

  test('every subject passes before there are results', () => {
    for (const terms of [ofCar(9), ofDriver('C'), ofTeam('C')]) {
      assert.equal(findUnknownSubject(aSeason(), terms), null)
      const empty = aSeason({ events: [anEvent('one', aSession({ sessionId: 'race' }))] })
      assert.equal(findUnknownSubject(empty, terms), null)
    }
  })
})
