import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { SessionInput } from './input.ts'
import { openLedger } from './ledger.ts'
import { aCar, anEvent, aSeason, aSession, aSystem } from './season.fixture.ts'
import { limitCars } from './table.ts'

/** Returns a race of cars of one team, which reach these places by the index of the car. */
function raceOfTeam(sessionId: string, places: readonly number[]): SessionInput {
  const cars = places.map((position, driverIdx) =>
    aCar({ name: `${driverIdx}`, driverIdx, position, team: 'One' }),
  )
  return aSession({ sessionId, cars })
}

/** Returns the cars of the team that have points of a session, by their index. */
function scoring(carsPerSession: number | null, ...sessions: SessionInput[]): string[] {
  const system = aSystem({ race: [25, 18, 18, 10], onlyClassified: false })
  const events = sessions.map((session) => anEvent(session.sessionId, session))
  const [team, ...others] = openLedger(aSeason({ system, events })).teams
  assert.ok(team && others.length === 0)
  const limited = limitCars(team, carsPerSession)
  assert.equal(limited.results.length, team.results.length)
  return limited.results
    .filter(({ parts }) => parts.length > 0)
    .map(({ sessionId, driverIdx }) => `${sessionId}:${driverIdx}`)
    .toSorted()
}

suite('of a team with a limit', () => {
  test('the cars with the most points of a session score, whatever their places in the result', () => {
    const race = raceOfTeam('race', [3, 4, 1, 2])
    assert.deepEqual(scoring(1, race), ['race:2'])
    assert.deepEqual(scoring(3, race), ['race:0', 'race:2', 'race:3'])
    assert.deepEqual(scoring(null, race), ['race:0', 'race:1', 'race:2', 'race:3'])
  })

  test('of cars with as many points the one with the lower index scores', () => {
    // Second and third place pay the same, and the third one has the lower index.
    assert.deepEqual(scoring(2, raceOfTeam('race', [3, 4, 1, 2])), ['race:0', 'race:2'])
    assert.deepEqual(scoring(2, raceOfTeam('race', [2, 4, 1, 3])), ['race:0', 'race:2'])
  })

  test('a car that paid for a fastest lap is better than one ahead of it', () => {
    const fastestLap = {
      points: 5,
      withinPosition: null,
      inSprints: false,
      minimumDistanceShare: 0,
      shared: 'first',
    } as const
    const cars = [
      aCar({ name: 'A', team: 'One', bestLapTimeMs: 61_000 }),
      aCar({ name: 'B', team: 'One', driverIdx: 1, position: 2, bestLapTimeMs: 60_000 }),
    ]
    const system = aSystem({ race: [4, 3], fastestLap })
    const [team] = openLedger(
      aSeason({ system, events: [anEvent('one', aSession({ cars }))] }),
    ).teams
    assert.ok(team)
    assert.deepEqual(
      limitCars(team, 1).results.map(({ driverIdx, parts }) => [driverIdx, parts.length]),
      [
        [0, 0],
        [1, 2],
      ],
    )
  })

  test('each session counts for itself', () => {
    const sessions = [raceOfTeam('one', [1, 2]), raceOfTeam('two', [4, 1])]
    assert.deepEqual(scoring(1, ...sessions), ['one:0', 'two:1'])
  })
})
