import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { aDriver, happened, raceOf, RIVAL, safetyCar, WINNER } from '../../testing/a-race.ts'
import { fastestOf, placesGained, raceFacts } from './race-facts.ts'

const THIRD = 3
const LAPS = [
  [100, 100],
  [101, 101],
] as const
const RACE = raceOf(...LAPS)
const { DidNotFinish, Disqualified, Finished, Retired } = ResultStatus

describe('the facts of a race', () => {
  test('are none before somebody has won', () => {
    const open = raceOf(...LAPS, { resultStatus: ResultStatus.Active })
    assert.equal(raceFacts(open), null)
    assert.equal(raceFacts({ ...RACE, drivers: [] }), null)
  })

  test('have the winner’s time with the penalties', () => {
    assert.equal(factsOf(raceOf(...LAPS, { totalPenaltiesSeconds: 5 })).winnerTimeMs, 5_200)
    assert.equal(factsOf(raceOf(...LAPS, { totalRaceTime: null })).winnerTimeMs, null)
    assert.equal(factsOf(RACE).outcome.winner.driverIdx, WINNER)
  })

  test('have the third of the result, and how far behind the winner they were', () => {
    const thirdOf = (known: Partial<Driver>) => {
      const { third } = factsOf(withDriver(aDriver(THIRD, [102, 102], known)))
      return third && [third.driver.driverIdx, third.behindMs]
    }
    assert.deepEqual(thirdOf({}), [THIRD, 4])
    assert.deepEqual(thirdOf({ totalPenaltiesSeconds: 1 }), [THIRD, 1_004])
    assert.deepEqual(thirdOf({ totalRaceTime: 200 }), [THIRD, 0])
    assert.equal(thirdOf({ totalRaceTime: 199 }), null, 'no third was before the winner')
    assert.equal(thirdOf({ totalRaceTime: null }), null)
    assert.equal(thirdOf({ numberOfLaps: 1 }), null, 'lapped')
    assert.equal(thirdOf({ resultStatus: Retired }), null)
    assert.equal(factsOf(RACE).third, null)
    const unknown = raceOf(...LAPS, { totalRaceTime: null })
    const drivers = [...unknown.drivers, aDriver(THIRD, [102, 102])]
    assert.equal(factsOf({ ...unknown, drivers }).third, null)
  })

  test('have who led how many laps, most first, or nobody where one is unknown', () => {
    const race = raceOf([101, 99, 99], [100, 101, 101])
    assert.deepEqual(ledIn(race), [
      [WINNER, 2],
      [RIVAL, 1],
    ])
    assert.deepEqual(ledIn(raceOf([101, 101, 97], [100, 100, 101])), [
      [RIVAL, 2],
      [WINNER, 1],
    ])
    const unknown = raceOf([100, null, null, 100], [101, 101, 101, 101])
    assert.deepEqual(ledIn(unknown), [])
  })

  test('have the safety cars of all laps', () => {
    const events = [safetyCar(1, 10, 150, 1)]
    const [period, ...more] = factsOf({ ...RACE, events }).neutralised
    assert.deepEqual([period?.kind, period?.lastLap, more.length], ['safetyCar', 2, 0])
    assert.deepEqual(factsOf({ ...RACE, events: [happened(1, 'weather', 1)] }).neutralised, [])
  })

  test('have who is out in the order of the result: not who was disqualified', () => {
    const drivers = [
      ...RACE.drivers,
      aDriver(6, [100], { resultStatus: Disqualified }),
      aDriver(5, [100], { resultStatus: Retired }),
      aDriver(4, [100], { resultStatus: DidNotFinish }),
      aDriver(3, [100], { resultStatus: Finished }),
    ]
    const { retired } = factsOf({ ...RACE, drivers })
    assert.deepEqual(
      retired.map(({ driverIdx }) => driverIdx),
      [4, 5],
    )
  })

  test('have the sum of the time penalties of each who has some', () => {
    const { penalised } = factsOf(
      raceOf(...LAPS, { totalPenaltiesSeconds: 0 }, { totalPenaltiesSeconds: 1 }),
    )
    assert.deepEqual(
      penalised.map(({ driver, seconds }) => [driver.driverIdx, seconds]),
      [[RIVAL, 1]],
    )
  })

  test('have the quickest of all stops with a time', () => {
    const quickest = (first: ReturnType<typeof stop>[], second: ReturnType<typeof stop>[]) => {
      const facts = factsOf(raceOf(...LAPS, { pitStops: first }, { pitStops: second }))
      const found = facts.quickestStop
      return found && [found.driver.driverIdx, found.lap, found.timeMs]
    }
    assert.deepEqual(quickest([stop(1, 2_500), stop(2, 2_400)], [stop(1, 2_300)]), [
      RIVAL,
      1,
      2_300,
    ])
    assert.deepEqual(quickest([stop(1, 2_500), stop(2, 2_400)], [stop(1, null)]), [
      WINNER,
      2,
      2_400,
    ])
    assert.equal(quickest([stop(1, null)], []), null)
  })
})

describe('who gained and lost places', () => {
  for (const [grid, gained, lost] of [
    [[3, 1, 2], '3 to 1', null],
    [[2, 3, 1], null, '1 to 3'],
    [[2, 1], '2 to 1', '1 to 2'],
    [[1, 2], null, null],
    [[2], '2 to 1', null],
    // The third starts from the pit lane, the fourth from an unknown place.
    [[0, 1], null, '1 to 2'],
    [[null, 1], null, '1 to 2'],
    [[null, null], null, null],
  ] as const) {
    test(`is found among cars that start from ${grid.map((place) => place ?? '–').join(', ')}`, () => {
      assert.deepEqual(changesOf(...grid), [gained, lost])
    })
  }

  test('comes from the most places gained to the most lost, the better place first', () => {
    const cars = (
      [
        [4, 1],
        [2, 2],
        [1, 4],
        [5, 3],
        [6, 5],
      ] as const
    ).map(([from, to]) => aDriver(to, LAPS[0], { startingPosition: from }))
    const expected = [
      [4, 1],
      [5, 3],
      [6, 5],
      [2, 2],
      [1, 4],
    ]
    assert.deepEqual(places(cars), expected)
    assert.deepEqual(places(cars.toReversed()), expected)
    const out = cars.map((car) => ({ ...car, resultStatus: Retired }))
    assert.deepEqual(places(out), [], 'of those who finished')
    const unplaced = cars.map((car) => ({ ...car, finishingPosition: null }))
    assert.deepEqual(places(unplaced), [])
  })
})

describe('the fastest', () => {
  test('is who has the best lap of all, with the lap where it is known', () => {
    const slow = aDriver(1, [102, 101], { bestLapTimeMs: 101 })
    const quick = aDriver(2, [103, 99], { bestLapTimeMs: 99 })
    const unknown = aDriver(3, [], { bestLapTimeMs: null })
    const best = { timeMs: 99, lap: 2, tyreCompound: null }
    assert.deepEqual(fastestOf([unknown, slow, quick]), { driver: quick, best })
    assert.deepEqual(fastestOf([quick, slow]), { driver: quick, best })
    assert.equal(fastestOf([unknown]), null)
    assert.deepEqual(factsOf({ ...RACE, drivers: [slow, quick] }).fastest?.best, best)
  })
})

function ledIn(race: SessionDetail) {
  return factsOf(race).led.map(({ driver, laps }) => [driver.driverIdx, laps])
}

function stop(lapNum: number, stopTimeMs: number | null) {
  return { lapNum, pitLaneTimeMs: 20_000, stopTimeMs }
}

/** Builds cars that start from these places and finish in the order of the list. */
function changesOf(...grid: (number | null)[]): (string | null)[] {
  const drivers = grid.map((startingPosition, index) =>
    aDriver(index + 1, LAPS[0], { startingPosition }),
  )
  const { gained, lost } = factsOf({ ...RACE, drivers })
  return [gained, lost].map((change) => change && `${change.from} to ${change.to}`)
}

function places(drivers: Driver[]) {
  return placesGained(drivers).map(({ from, to }) => [from, to])
}

function withDriver(driver: Driver): SessionDetail {
  return { ...RACE, drivers: [...RACE.drivers, driver] }
}

function factsOf(race: SessionDetail) {
  const facts = raceFacts(race)
  assert.ok(facts)
  return facts
}
