import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { classify } from './classify.ts'
import type { AppliedAdjustment, SessionInput } from './input.ts'
import { aCar, anAdjustment, anEvent, aRace, aSeason, aSession } from './season.fixture.ts'
import { standingsOf } from './standings.ts'

/** Describes the order of the session after the adjustments, and the drivers who are not placed. */
function orderOf(session: SessionInput, ...adjustments: AppliedAdjustment[]): string {
  // A race makes the event one with a table, whatever the session's role.
  const race = aRace(
    'table',
    session.cars.map(({ name }) => name),
  )
  const season = aSeason({ events: [anEvent('event', session, race)], adjustments })
  return standingsOf(season)
    .drivers.flatMap(({ name, results }) =>
      results
        .filter(({ sessionId }) => sessionId === session.sessionId)
        .map(({ position }) => ({ name, position: position ?? Infinity })),
    )
    .toSorted((a, b) => a.position - b.position || (a.name < b.name ? -1 : 1))
    .map(({ name, position }) => (position === Infinity ? `(${name})` : name))
    .join(' ')
}

function penalty(driverIdx: number, seconds: number): AppliedAdjustment {
  const id = `${driverIdx} ${seconds}`
  return anAdjustment({ id, kind: 'timePenalty', sessionId: 'race', driverIdx, seconds })
}

const RACE = aRace('race', ['A', 'B', 'C', 'D'])

/** Returns the race without the times of these cars. */
function untimed(...indexes: number[]): SessionInput {
  const cars = RACE.cars.map((car) =>
    indexes.includes(car.driverIdx) ? { ...car, totalRaceTimeMs: null } : car,
  )
  return { ...RACE, cars }
}

suite('time penalties', () => {
  test('put a car behind those it is slower than with them', () => {
    assert.equal(orderOf(RACE, penalty(0, 1.5)), 'B A C D')
    assert.equal(orderOf(RACE, penalty(0, 60)), 'B C D A')
  })

  test('of several decisions add up, and a negative one gives time back', () => {
    assert.equal(orderOf(RACE, penalty(0, 1.5), penalty(0, 1)), 'B C A D')
    assert.equal(orderOf(RACE, penalty(3, -2.5)), 'A D B C')
    assert.equal(orderOf(RACE, penalty(0, 5), penalty(0, -5)), 'A B C D')
  })

  test('come on top of those the game gave', () => {
    const cars = RACE.cars.map((car) =>
      car.name === 'B' ? { ...car, totalRaceTimeMs: 5_996_000, totalPenaltiesSeconds: 5 } : car,
    )
    assert.equal(orderOf({ ...RACE, cars }, penalty(1, 1.5)), 'A C B D')
  })

  test('never put a car behind one that drove fewer laps', () => {
    const cars = RACE.cars.map((car, index) => ({ ...car, numberOfLaps: index < 2 ? 50 : 49 }))
    assert.equal(orderOf({ ...RACE, cars }, penalty(0, 600)), 'B A C D')
  })

  test('never put a car behind a retired one', () => {
    const resultStatus = ResultStatus.Retired
    const cars = RACE.cars.map((car, index) => (index < 2 ? car : { ...car, resultStatus }))
    assert.equal(orderOf({ ...RACE, cars }, penalty(0, 600)), 'B A (C) (D)')
  })

  test('of qualifying are added to the best lap', () => {
    const cars = RACE.cars.map((car, index) => ({
      ...car,
      numberOfLaps: 20 - index,
      totalRaceTimeMs: 1_000_000 - index,
      bestLapTimeMs: 60_000 + index * 100,
    }))
    const session = { ...RACE, role: 'qualifying', cars } as const
    assert.equal(orderOf(session, penalty(0, 0.15)), 'B A C D')
  })

  test('move nobody whose time is not known, and leave who is not timed with the car ahead', () => {
    assert.equal(orderOf(untimed(0, 1, 2, 3), penalty(0, 5)), 'A B C D')
    assert.equal(orderOf(untimed(0), penalty(0, 5)), 'A B C D')
    assert.equal(orderOf(untimed(1), penalty(0, 2.5)), 'B C A D')
    assert.equal(orderOf(untimed(3), penalty(0, 1.5)), 'B A C D')
  })

  test('of the same time come in behind who was not judged', () => {
    assert.equal(orderOf(RACE, penalty(0, 2)), 'B C A D')
    assert.equal(orderOf(RACE, penalty(3, -2)), 'A B D C')
    assert.equal(orderOf(RACE, penalty(0, 2), penalty(1, 1)), 'C A B D')
  })

  test('of a car a lap down move it among those of its lap alone', () => {
    const cars = RACE.cars.map((car, index) => ({
      ...car,
      numberOfLaps: index === 0 ? 50 : 49,
      // A lapped car takes the flag soon after the winner: its time says nothing about the others.
      totalRaceTimeMs: 6_000_000 + index * 1000 - (index === 0 ? 0 : 60_000),
    }))
    const session = { ...RACE, cars }
    assert.equal(orderOf(session, penalty(1, 1.5)), 'A C B D')
    assert.equal(orderOf(session, penalty(2, -600)), 'A C B D')
    assert.equal(orderOf(session, penalty(3, 600)), 'A B C D')
  })

  test('leave the order of the others as the game has it, even against their times', () => {
    const cars = [3, 1, 2, 0].map((driverIdx, index) =>
      aCar({
        name: 'ABCD'[driverIdx] ?? '',
        driverIdx,
        position: index + 1,
        totalRaceTimeMs: 6e6 + driverIdx * 1000,
      }),
    )
    const session = aSession({ sessionId: 'race', cars })
    assert.equal(orderOf(session, penalty(0, 30)), 'D B C A')
  })
})

function outOf(sessionId: string, driverIdx: number): AppliedAdjustment {
  return anAdjustment({ kind: 'disqualification', sessionId, driverIdx })
}

function lost(driverIdx: number, places: number): AppliedAdjustment {
  const id = `${driverIdx} -${places}`
  return anAdjustment({ id, kind: 'positions', sessionId: 'race', driverIdx, places })
}

suite('lost positions', () => {
  test('put a car so many places behind, after time penalties', () => {
    assert.equal(orderOf(RACE, lost(0, 1)), 'B A C D')
    assert.equal(orderOf(RACE, lost(0, 9)), 'B C D A')
    const last = orderOf(RACE, penalty(0, 3600))
    assert.equal(orderOf(RACE, penalty(0, 3600), lost(1, 1)), last.replace('B C', 'C B'))
  })

  test('of two cars with one position leave the one ahead that was ahead', () => {
    assert.equal(orderOf(RACE, lost(0, 2), lost(1, 1)), 'C D A B')
  })

  test('never put a car behind a retired one', () => {
    const cars = RACE.cars.map((car) =>
      car.driverIdx === 3 ? { ...car, resultStatus: ResultStatus.Retired } : car,
    )
    assert.equal(orderOf({ ...RACE, cars }, lost(0, 5)), 'B C A (D)')
  })
})

suite('disqualifications', () => {
  test('move everyone behind up and leave the car without a place', () => {
    assert.equal(orderOf(RACE, outOf('race', 1)), 'A C D (B)')
  })

  test('of one session leave the others alone', () => {
    assert.equal(orderOf(RACE, outOf('another', 1)), 'A B C D')
  })

  test('of the game count as those of the stewards', () => {
    const resultStatus = ResultStatus.Disqualified
    const cars = RACE.cars.map((car, index) => (index === 0 ? { ...car, resultStatus } : car))
    assert.equal(orderOf({ ...RACE, cars }), 'B C D (A)')
  })
})

test('a car that the game placed nowhere has no place', () => {
  const cars = RACE.cars.map((car, index) => (index === 0 ? { ...car, position: null } : car))
  assert.equal(orderOf({ ...RACE, cars }), 'B C D (A)')
})

/** Returns each car with its place, whether it is classified and how it ended the race. */
const rowsOf = (session: SessionInput, ...adjustments: AppliedAdjustment[]) =>
  classify(session, adjustments).map(({ car, position, isClassified, resultStatus }) => {
    return [car.name, position, isClassified, resultStatus]
  })

const withStatus = (statuses: Readonly<Record<number, number>>): SessionInput => ({
  ...RACE,
  cars: RACE.cars.map((car) => ({
    ...car,
    resultStatus: statuses[car.driverIdx] ?? car.resultStatus,
  })),
})

suite('the classification', () => {
  const { Inactive, Invalid, Retired, Disqualified, Finished } = ResultStatus

  test('is in the order of places, whichever car comes first in the recording', () => {
    // The cars finish against the order of their indexes, so that neither order gives the other.
    const cars = RACE.cars.map((car) => ({ ...car, driverIdx: 3 - car.driverIdx }))
    const [a, b, c, d] = cars
    assert.ok(a && b && c && d)
    for (const order of [cars, cars.toReversed(), [b, d, a, c]]) {
      const rows = classify({ ...RACE, cars: order }, [])
      assert.deepEqual(
        rows.map(({ car, position }) => [car.name, position]),
        [
          ['A', 1],
          ['B', 2],
          ['C', 3],
          ['D', 4],
        ],
      )
    }
  })

  test('ends with the cars without a place, in the order of their indexes', () => {
    const cars = RACE.cars.map((car) => (car.driverIdx > 1 ? car : { ...car, position: null }))
    for (const order of [cars, cars.toReversed()]) {
      assert.deepEqual(rowsOf({ ...RACE, cars: order }), [
        ['C', 1, true, Finished],
        ['D', 2, true, Finished],
        ['A', null, false, Finished],
        ['B', null, false, Finished],
      ])
    }
  })

  test('has a retired car in its place, but not as a classified one', () => {
    assert.deepEqual(rowsOf(withStatus({ 3: Retired })).at(-1), ['D', 4, false, Retired])
  })

  test('of qualifying has a retired car as a classified one', () => {
    const session = { ...withStatus({ 3: Retired }), role: 'qualifying' } as const
    assert.deepEqual(rowsOf(session).at(-1), ['D', 4, true, Retired])
  })

  test('gives no place to a disqualified car, nor to one that never drove', () => {
    for (const resultStatus of [Disqualified, Inactive, Invalid]) {
      assert.deepEqual(
        rowsOf(withStatus({ 1: resultStatus })),
        [
          ['A', 1, true, Finished],
          ['C', 2, true, Finished],
          ['D', 3, true, Finished],
          ['B', null, false, resultStatus],
        ],
        `${resultStatus}`,
      )
    }
  })

  test('names a car that the stewards took out as a disqualified one', () => {
    const out = anAdjustment({ kind: 'disqualification', sessionId: 'race', driverIdx: 0 })
    assert.deepEqual(rowsOf(RACE, out).at(-1), ['A', null, false, Disqualified])
  })

  test('never has a car that lost places or time behind a retired one', () => {
    const session = withStatus({ 2: Retired, 3: Retired })
    for (const adjustment of [lost(0, 9), penalty(0, 600)]) {
      assert.deepEqual(rowsOf(session, adjustment), [
        ['B', 1, true, Finished],
        ['A', 2, true, Finished],
        ['C', 3, false, Retired],
        ['D', 4, false, Retired],
      ])
    }
  })

  test('leaves a retired car where it is, whatever the stewards take from it', () => {
    const session = withStatus({ 2: Retired, 3: Retired })
    const order = rowsOf(session)
    assert.deepEqual(rowsOf(session, lost(2, 1)), order)
    assert.deepEqual(rowsOf(session, penalty(2, 600)), order)
  })
})
