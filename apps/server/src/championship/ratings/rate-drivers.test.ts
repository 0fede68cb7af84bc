import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import fc from 'fast-check'
import type { SessionWithCars } from '../drivers/driver-sessions.ts'
import { rateRace, UNKNOWN } from './plackett-luce.ts'
import { rateDrivers } from './rate-drivers.ts'

/** Returns a race of this day, with the names in their order; those of `out` did not finish. */
function aRace(
  day: number,
  names: readonly string[],
  out: readonly string[] = [],
): SessionWithCars {
  const cars = [...names, ...out].map((name, index) => ({
    driverIdx: index,
    name,
    userId: null,
    isHuman: true,
    position: index < names.length ? index + 1 : null,
    resultStatus: index < names.length ? ResultStatus.Finished : ResultStatus.Retired,
    isClassified: index < names.length,
    timeMs: null,
    laps: null,
    bestLapTimeMs: null,
  }))
  return {
    sessionId: `race ${String(day).padStart(3, '0')}`,
    trackId: 7,
    trackName: 'Silverstone',
    sessionType: SessionType.Race,
    raceKind: null,
    drivenAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
    season: null,
    kind: 'race',
    cars,
  }
}

const races = fc
  .array(fc.shuffledSubarray(['Ann', 'Bob', 'Cid', 'Dan', 'Eve'], { minLength: 1 }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((orders) => orders.map((names, day) => aRace(day + 1, names)))

test('a race changes strengths as openskill 5.0.1 does, ties included', () => {
  let strengths = [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]
  for (const ranks of [
    [1, 2, 3, 3],
    [2, 1, 3, 4],
    [1, 2, 3, 4],
  ]) {
    strengths = rateRace(
      strengths.map((strength, index) => ({ rank: ranks[index] ?? 0, strength })),
    )
  }
  const expected = [
    [31.505408334131786, 8.015862799185667],
    [30.14166660104121, 7.93654506092176],
    [22.50196877045795, 7.653473402276736],
    [16.161691952998854, 7.669529650645545],
  ]
  for (const [index, { mu, sigma }] of strengths.entries()) {
    const [expectedMu = 0, expectedSigma = 0] = expected[index] ?? []
    assert.ok(Math.abs(mu - expectedMu) < 1e-9, `mu ${mu}`)
    assert.ok(Math.abs(sigma - expectedSigma) < 1e-9, `sigma ${sigma}`)
  }
})

test('the order in which sessions and cars are given makes no difference, and a repeated computation none', () => {
  fc.assert(
    fc.property(races, fc.infiniteStream(fc.nat()), (driven, random) => {
      const shuffled = driven
        .map((race) => ({ ...race, cars: race.cars.toReversed() }))
        .map((race) => ({ race, at: random.next().value }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ race }) => race)
      assert.deepEqual(rateDrivers(shuffled), rateDrivers(driven))
      assert.deepEqual(rateDrivers(driven), rateDrivers(driven))
    }),
  )
})

test('a driver alone in a race gains nothing, and neither do races against the game or hidden drivers', () => {
  const together = aRace(1, ['Ann', 'Bob'])
  const before = rateDrivers([together])
  const alone = aRace(2, ['Ann'])
  const [ann, ...others] = aRace(3, ['Ann', 'Bot', 'Secret']).cars
  assert.ok(ann)
  const cars = others.map((car) =>
    car.name === 'Bot' ? { ...car, isHuman: false } : { ...car, name: null },
  )
  assert.deepEqual(
    rateDrivers([together, alone, { ...aRace(3, []), cars: [ann, ...cars] }]),
    before,
  )
})

test('who did not finish is behind all who did, and level with others', () => {
  const rated = rateDrivers([aRace(1, ['Ann', 'Bob'], ['Cid', 'Dan'])])
  assert.deepEqual(
    rated.map(({ name }) => name),
    ['Ann', 'Bob', 'Cid', 'Dan'],
  )
  assert.equal(rated[2]?.points, rated[3]?.points)
})

test('a user is one driver under every name, a qualifying rates nobody, and a driver is new for four races', () => {
  const named = (day: number, name: string) => {
    const race = aRace(day, [name, 'Bob'])
    const cars = race.cars.map((car) => (car.name === name ? { ...car, userId: 'ann' } : car))
    return { ...race, cars }
  }
  const quali = { ...aRace(9, ['Bob', 'Ann']), kind: 'qualifying' } as const
  const rated = rateDrivers([named(1, 'Ann'), named(2, 'Annie'), quali])
  assert.deepEqual(
    rated.map(({ name, races: count, isSettled }) => [name, count, isSettled]),
    [
      ['Annie', 2, false],
      ['Bob', 2, false],
    ],
  )
  const five = [1, 2, 3, 4, 5].map((day) => named(day, 'Ann'))
  assert.equal(rateDrivers(five)[0]?.isSettled, true)
})
