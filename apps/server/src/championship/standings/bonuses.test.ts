import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { CompletePoints } from '@pitboard/contract/seasons/points-system'
import type { Standings } from '@pitboard/contract/seasons/standings'
import { sampleOfRuns } from '@pitboard/contract/testing/sample'
import fc from 'fast-check'
import type { AppliedAdjustment, SessionInput } from './input.ts'
import type { CarResult } from './session-result.ts'
import { aCar, anAdjustment, anEvent, aRace, aSeason, aSession, aSystem } from './season.fixture.ts'
import { explainDriver, standingsOf } from './standings.ts'

const NAMES = ['A', 'B', 'C', 'D', 'E']
const { Finished, Retired, Disqualified, Inactive } = ResultStatus

function raceOf(cars: readonly Partial<CarResult>[], more: Partial<SessionInput> = {}) {
  return aSession({
    sessionId: 'race',
    cars: cars.map((car, driverIdx) =>
      aCar({ name: NAMES[driverIdx] ?? '', driverIdx, position: driverIdx + 1, ...car }),
    ),
    ...more,
  })
}

/** Only bonuses pay, unless a test says otherwise. */
function bonusesOf(
  system: Partial<CompletePoints>,
  session: SessionInput,
  adjustments: readonly AppliedAdjustment[] = [],
) {
  const events = [anEvent('event', session)]
  const season = aSeason({ system: aSystem({ race: [], ...system }), events, adjustments })
  return toPoints(standingsOf(season))
}

function toPoints({ drivers }: Pick<Standings, 'drivers'>): Record<string, number> {
  return Object.fromEntries(
    drivers
      .map(({ name, points }) => [name, points] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

test('a clean race pays who is classified without a penalty of the game or of the stewards', () => {
  const race = raceOf([{}, { totalPenaltiesSeconds: 5 }, {}, {}, { resultStatus: Retired }])
  const of = { sessionId: 'race' }
  const stewards = [
    anAdjustment({ id: 'a', ...of, kind: 'timePenalty', driverIdx: 2, seconds: 5 }),
    anAdjustment({ id: 'b', ...of, kind: 'timePenalty', driverIdx: 3, seconds: -5 }),
  ]
  const clean = bonusesOf({ cleanRace: 2 }, race, stewards)
  assert.deepEqual(clean, { A: 2, B: 0, C: 0, D: 2, E: 0 })
  for (const penalty of [
    { kind: 'positions', places: 1 },
    { kind: 'disqualification' },
    { kind: 'points', points: -1 },
  ] as const) {
    const made = [anAdjustment({ ...of, driverIdx: 0, ...penalty })]
    const { A } = bonusesOf({ cleanRace: 2 }, race, made)
    assert.equal(A, penalty.kind === 'points' ? -1 : 0, penalty.kind)
  }
  const elsewhere = [
    anAdjustment({ kind: 'timePenalty', sessionId: 'other', driverIdx: 0, seconds: 5 }),
  ]
  assert.equal(bonusesOf({ cleanRace: 2 }, race, elsewhere)['A'], 2)
  assert.equal(bonusesOf({ cleanRace: 2 }, { ...race, role: 'sprint' })['A'], 0, 'in races alone')
  assert.equal(bonusesOf({ cleanRace: 2 }, { ...race, pointsFactor: 0.5 })['A'], 1, 'half points')
})

test('most places gained from the grid pays each driver with as many, within the tier, and nobody without a gain', () => {
  const from = (...grid: (number | null)[]) =>
    raceOf(grid.map((startingPosition) => ({ startingPosition })))
  const placesGained = 3
  assert.deepEqual(bonusesOf({ placesGained }, from(2, 1, 5, 4, 3)), {
    A: 0,
    B: 0,
    C: 3,
    D: 0,
    E: 0,
  })
  assert.deepEqual(bonusesOf({ placesGained }, from(2, 3, 1)), { A: 3, B: 3, C: 0 })
  assert.deepEqual(bonusesOf({ placesGained }, from(1, 2, 3)), { A: 0, B: 0, C: 0 })
  assert.deepEqual(bonusesOf({ placesGained }, from(null, 3, null)), { A: 0, B: 0, C: 0 })
  const retired = raceOf([
    { startingPosition: 3 },
    { startingPosition: 1 },
    { startingPosition: 2 },
    { startingPosition: 5 },
    { startingPosition: 9, resultStatus: Retired },
  ])
  assert.deepEqual(bonusesOf({ placesGained }, retired), { A: 3, B: 0, C: 0, D: 0, E: 0 })
  const roster = NAMES.map((name, place) => {
    const tier = ['Pro', 'Club', 'Pro', 'Club', 'Club'][place] ?? ''
    return { name, team: null, tier, fromEventId: null, toEventId: null, place }
  })
  const tiers = standingsOf(
    aSeason({
      system: aSystem({ race: [], placesGained }),
      events: [anEvent('event', from(5, 1, 2, 4, 3))],
      roster,
      tiers: ['Pro', 'Club'],
    }),
  ).tiers
  assert.deepEqual(tiers?.map(toPoints), [
    { A: 3, C: 0 },
    { B: 0, D: 3, E: 0 },
  ])
})

test('participation pays who drove, retired or not, and not who was disqualified or did not start', () => {
  const race = raceOf([
    {},
    { resultStatus: Retired },
    { resultStatus: Disqualified },
    { resultStatus: Inactive },
  ])
  assert.deepEqual(bonusesOf({ participation: 1 }, race), { A: 1, B: 1, C: 0, D: 0 })
  const excluded = [anAdjustment({ kind: 'disqualification', sessionId: 'race', driverIdx: 0 })]
  assert.equal(bonusesOf({ participation: 1 }, race, excluded)['A'], 0)
})

const driverOfTheDay = 4

const votesFor = (...votes: number[]) => ({
  votes: votes.map((count, driverIdx) => ({ driverIdx, votes: count })),
})

test('the driver of the day has most votes of those who drove; of equals it is who finished ahead, and who did not finish share it', () => {
  const cars = [{}, {}, { resultStatus: Retired }, { resultStatus: Retired }]
  const paid = (...votes: number[]) =>
    Object.values(bonusesOf({ driverOfTheDay }, raceOf(cars, votesFor(...votes)))).join()
  assert.equal(paid(), '0,0,0,0', 'without votes')
  assert.equal(paid(1, 2, 0, 0), '0,4,0,0')
  assert.equal(paid(0, 1, 2, 1), '0,0,4,0', 'who retired')
  assert.equal(paid(2, 2, 2, 0), '4,0,0,0', 'who finished ahead')
  const unplaced = [
    { position: null, resultStatus: Retired },
    { position: null, resultStatus: Retired },
    {},
  ]
  const shared = raceOf(unplaced, votesFor(3, 3, 1))
  assert.deepEqual(bonusesOf({ driverOfTheDay }, shared), { A: 4, B: 4, C: 0 })
  const race = raceOf(
    [{}, { resultStatus: Disqualified }, { resultStatus: Inactive }, {}],
    votesFor(9, 8, 7, 1),
  )
  const excluded = [anAdjustment({ kind: 'disqualification', sessionId: 'race', driverIdx: 0 })]
  assert.deepEqual(bonusesOf({ driverOfTheDay }, race, excluded), { A: 0, B: 0, C: 0, D: 4 })
  assert.equal(
    bonusesOf({ driverOfTheDay }, { ...race, pointsFactor: 0.5 })['A'],
    2,
    'half points halve it',
  )
  assert.equal(bonusesOf({ driverOfTheDay }, { ...race, role: 'sprint' })['A'], 0)
})

test('one vote is held for all tiers of a race, and marks the result of who wins it, paid or not', () => {
  const roster = NAMES.slice(0, 2).map((name, place) => {
    const tier = ['Pro', 'Club'][place] ?? ''
    return { name, team: null, tier, fromEventId: null, toEventId: null, place }
  })
  const race = raceOf([{}, {}, {}], {
    votes: [
      { driverIdx: 0, votes: 1 },
      { driverIdx: 1, votes: 2 },
    ],
  })
  const season = (system: Partial<CompletePoints>) =>
    standingsOf(
      aSeason({
        system: aSystem({ race: [], ...system }),
        events: [anEvent('event', race)],
        roster,
        tiers: ['Pro', 'Club'],
      }),
    )
  assert.deepEqual(season({ driverOfTheDay }).tiers?.map(toPoints), [{ A: 0 }, { B: 4 }])
  const marked = season({}).drivers.filter(({ results }) =>
    results.some((result) => result.driverOfTheDay),
  )
  assert.deepEqual(
    marked.map(({ name }) => name),
    ['B'],
  )
})

test('an event with a disqualification is not dropped where the system says so', () => {
  const events = [
    anEvent('1', aRace('one', ['A', 'B', 'C'])),
    anEvent('2', aRace('two', ['B', 'A', 'C'])),
    anEvent('3', aRace('three', ['A', 'B', 'C'])),
  ]
  const adjustments = [anAdjustment({ kind: 'disqualification', sessionId: 'three', driverIdx: 0 })]
  const countA = (keepDisqualified: boolean) => {
    const system = aSystem({ dropWorst: 1, keepDisqualified })
    return toPoints(standingsOf(aSeason({ system, events, adjustments })))['A']
  }
  assert.equal(countA(false), 25 + 18)
  assert.equal(countA(true), 25, 'the second place is dropped instead')
  const system = aSystem({ dropWorst: 1, keepDisqualified: true })
  const season = aSeason({ system, events, adjustments })
  const dropped = standingsOf(season).drivers.find(({ name }) => name === 'A')?.results
  assert.deepEqual(
    dropped?.map((result) => result.dropped),
    [false, true, false],
  )
})

interface RandomCar {
  readonly grid: number
  readonly votes: number
  readonly penalty: number
  readonly status: number
}

/** Counts the bonuses of one race by the text of the rules alone. */
function countByHand(cars: readonly RandomCar[]): Record<string, number> {
  const placed = cars.map((car, index) => ({ ...car, name: NAMES[index] ?? '', place: index + 1 }))
  const order = placed.toSorted((a, b) => a.grid - b.grid).map(({ name }) => name)
  const gains = placed
    .filter(({ status }) => status === Finished)
    .map(({ name, place }) => ({ name, gain: order.indexOf(name) + 1 - place }))
  const most = Math.max(...gains.map(({ gain }) => gain), 0)
  // Every car of these races has a place, so that one alone wins the vote.
  const [ofTheDay] = placed
    .filter(({ votes }) => votes > 0)
    .toSorted((a, b) => b.votes - a.votes || a.place - b.place)
  return Object.fromEntries(
    placed.map(({ name, status, penalty }) => {
      const hasMost = most > 0 && gains.some((one) => one.name === name && one.gain === most)
      const clean = status === Finished && penalty === 0 ? 2 : 0
      const voted = name === ofTheDay?.name ? 4 : 0
      return [name, clean + (hasMost ? 3 : 0) + 0.5 + voted]
    }),
  )
}

test('bonuses of random races equal a count by the text of the rules, and explain themselves', () => {
  const car = fc.record({
    penalty: fc.constantFrom(0, 0, 5),
    votes: fc.nat(3),
    status: fc.constantFrom(Finished, Finished, Retired),
  })
  const race = fc.tuple(
    fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5 }),
    fc.array(car, { minLength: 5, maxLength: 5 }),
  )
  fc.assert(
    fc.property(race, ([grid, drawn]) => {
      // The game places those who finished first.
      const cars = drawn
        .map((one, index) => ({ ...one, grid: grid[index] ?? 0 }))
        .toSorted((a, b) => Number(a.status === Retired) - Number(b.status === Retired))
      const bonuses = { cleanRace: 2, placesGained: 3, participation: 0.5, driverOfTheDay }
      const system = aSystem({ race: [], ...bonuses })
      const session = raceOf(
        cars.map(({ grid: startingPosition, penalty, status }) => ({
          startingPosition,
          totalPenaltiesSeconds: penalty,
          resultStatus: status,
        })),
        { votes: cars.map(({ votes }, driverIdx) => ({ driverIdx, votes })) },
      )
      const season = aSeason({ system, events: [anEvent('event', session)] })
      const counted = toPoints(standingsOf(season))
      assert.deepEqual(counted, countByHand(cars))
      for (const [name, points] of Object.entries(counted)) {
        const parts = explainDriver(season, name)?.contributions ?? []
        assert.equal(
          parts.reduce((sum, part) => sum + part.points, 0),
          points,
        )
      }
    }),
    sampleOfRuns(200, 40),
  )
})
