import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { en } from '../../testing/text.ts'
import {
  gapText,
  intervalText,
  isInBattle,
  leaderLap,
  sectorTimes,
  standingOf,
  statusOf,
} from './standing.ts'
import { lastLapMark, sectorMark } from '../timing-tower/columns/time-mark.ts'

describe('gaps', () => {
  const leader = aDriver({
    position: 1,
    currentLapNumber: 5,
    lapDistance: 100,
    bestLapTimeMs: 80_000,
  })

  test('the leader of a race is named, the others show their gap and interval', () => {
    const second = aDriver({
      position: 2,
      currentLapNumber: 5,
      deltaToLeader: 1234,
      deltaToCarAhead: 1234,
    })
    const session = aSession({ drivers: [leader, second] })
    assert.equal(gapText(leader, session, en), 'Leader')
    assert.equal(intervalText(leader, session, en), '')
    assert.equal(gapText(second, session, en), '+1.234')
    assert.equal(intervalText(second, session, en), '+1.234')
  })

  test('a lapped car shows laps, a car that has only not crossed the line yet does not', () => {
    const lapped = aDriver({
      position: 3,
      currentLapNumber: 4,
      lapDistance: 50,
      deltaToLeader: 90_000,
    })
    const behind = aDriver({
      position: 2,
      currentLapNumber: 4,
      lapDistance: 4900,
      deltaToLeader: 3000,
    })
    const session = aSession({ drivers: [leader, behind, lapped], trackLength: 5000 })
    assert.equal(gapText(lapped, session, en), '+1 lap')
    assert.equal(gapText(behind, session, en), '+3.000')
  })

  test('outside a race the gap is that of the best laps', () => {
    const second = aDriver({ position: 2, bestLapTimeMs: 80_123, deltaToLeader: 9 })
    const third = aDriver({ position: 3, bestLapTimeMs: 80_323 })
    const unset = aDriver({ position: 4 })
    const drivers = [leader, second, third, unset]
    const session = aSession({ drivers, sessionType: SessionType.Q1 })
    assert.equal(gapText(third, session, en), '+0.323')
    assert.equal(intervalText(third, session, en), '+0.200')
    assert.equal(gapText(unset, session, en), '')
  })

  test('a car that is out shows no gap', () => {
    const out = aDriver({ position: 2, resultStatus: ResultStatus.Retired, deltaToLeader: 5000 })
    assert.equal(gapText(out, aSession({ drivers: [leader, out] }), en), '')
  })
})

test('cars stand by position, those without one last', () => {
  const positions = [3, null, 1, 2]
  const session = aSession({ drivers: positions.map((position) => aDriver({ position })) })
  assert.deepEqual(standingOf(session).order, [2, 3, 0, 1])
  assert.equal(leaderLap(session), 1)
})

test('a time trial has no positions: the best lap ranks', () => {
  const bests = [91_000, null, 90_000]
  const drivers = bests.map((bestLapTimeMs, place) =>
    aDriver({ position: place + 1, bestLapTimeMs }),
  )
  const session = aSession({ drivers, sessionType: SessionType.TimeTrial })
  assert.deepEqual(standingOf(session).order, [2, 0, 1])
})

test('cars fight that are less than a second apart in a race without a safety car', () => {
  const car = aDriver({ position: 2, deltaToCarAhead: 999 })
  const race = aSession({ drivers: [aDriver({}), car] })
  assert.equal(isInBattle(car, race), true)
  assert.equal(isInBattle({ ...car, deltaToCarAhead: 1000 }, race), false)
  assert.equal(isInBattle({ ...car, pitStatus: 1 }, race), false)
  assert.equal(isInBattle(car, { ...race, safetyCarStatus: 1 }), false)
  assert.equal(isInBattle(car, { ...race, sessionType: SessionType.Q1 }), false)
})

test('outside a race a car has the state of its lap', () => {
  const session = aSession({ sessionType: SessionType.Q1 })
  const stateOf = (driverStatus: number) => statusOf(aDriver({ driverStatus }), session)
  assert.deepEqual([0, 1, 2, 3, 4].map(stateOf), ['garage', 'flying', 'inLap', 'outLap', null])
})

describe('marks', () => {
  test('only the best sector of the session is marked so, also on the first lap', () => {
    const fast = aDriver({ sector: 1, currentSector1TimeMs: 30_000 })
    const slow = aDriver({ sector: 1, currentSector1TimeMs: 31_000, position: 2 })
    const session = aSession({ drivers: [fast, slow] })
    assert.equal(sectorMark(fast, session, 0), 'sessionBest')
    assert.equal(sectorMark(slow, session, 0), null)
  })

  test('a personal best is none of the session, and an invalid lap is neither', () => {
    const best = aDriver({ lastLapTimeMs: 80_000, bestLapTimeMs: 80_000 })
    const own = aDriver({ lastLapTimeMs: 81_000, bestLapTimeMs: 81_000 })
    const cut = aDriver({ lastLapTimeMs: 79_000, bestLapTimeMs: 82_000, lapTimes: [aLap(79_000)] })
    const session = aSession({ drivers: [best, own, cut] })
    assert.equal(lastLapMark(best, session), 'sessionBest')
    assert.equal(lastLapMark(own, session), 'personalBest')
    assert.equal(lastLapMark(cut, session), 'invalid')
    const onFirstLap = { ...own, lapTimes: [{ ...aLap(81_000), invalidLap: false }] }
    assert.equal(lastLapMark(onFirstLap, session), null, 'a first lap beats no other')
    const inNextLap = { ...own, currentSector1TimeMs: 30_000 }
    assert.equal(lastLapMark(inNextLap, session), null, 'until the next lap has a sector')
  })
})

test('the sectors of the last lap stay until the first of this lap is known, a running one is not shown', () => {
  const last = { lastSector1TimeMs: 1, lastSector2TimeMs: 2, lastSector3TimeMs: 3 }
  assert.deepEqual(sectorTimes(aDriver({ ...last, sector: 0 })), [1, 2, 3])
  assert.deepEqual(
    sectorTimes(aDriver({ ...last, currentSector1TimeMs: 9, currentSector3TimeMs: 4 })),
    [9, null, null],
  )
})

test('after a stop the next lap is an out lap, and the one after it is not', () => {
  const pitStops = [{ lapNum: 3, pitLaneTimeMs: null, stopTimeMs: null }]
  const session = aSession({})
  assert.equal(statusOf(aDriver({ pitStops, currentLapNumber: 3, pitStatus: 1 }), session), 'pit')
  assert.equal(statusOf(aDriver({ pitStops, currentLapNumber: 4 }), session), 'outLap')
  assert.equal(statusOf(aDriver({ pitStops, currentLapNumber: 5 }), session), null)
})

function aLap(lapTime: number) {
  return { lapTime, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: true }
}

const car = ([currentLapNumber, lapDistance]: readonly [number, number], position: number) =>
  aDriver({ currentLapNumber, lapDistance, position, deltaToLeader: 9000 })

for (const [rule, own, other, trackLength, gap] of [
  ['a lap and a half', [3, 2500], [5, 0], 5000, '+1 lap'],
  ['two laps', [3, 0], [5, 0], 5000, '+2 laps'],
  ['a metre less than a lap', [4, 1], [5, 0], 5000, '+9.000'],
  ['a lap on a track of unknown length', [4, 0], [5, 0], 0, '+9.000'],
  ['nothing of a car that is a lap behind', [6, 0], [5, 0], 5000, '+9.000'],
  ['the time within a lap, however far it is', [5, 0], [5, 9000], 5000, '+9.000'],
] as const) {
  test(`behind the leader a car has ${rule}`, () => {
    const drivers = [car(other, 1), car(own, 2)]
    const session = aSession({ drivers, trackLength })
    assert.equal(gapText(car(own, 2), session, en), gap)
  })
}

test('cars that nothing ranks stay in the order in which they are sent', () => {
  const places = [null, 2, null, 1, null].map((position) => aDriver({ position }))
  assert.deepEqual(standingOf(aSession({ drivers: places })).order, [3, 1, 0, 2, 4])
})

const bestsOf = (...drivers: readonly Parameters<typeof aDriver>[0][]) =>
  standingOf(aSession({ drivers: drivers.map(aDriver) })).bests.sectorsMs

test('the best sectors count those of running laps, except the third and those that were cut', () => {
  const best = { bestSector1TimeMs: 30_000, bestSector2TimeMs: 31_000, bestSector3TimeMs: 32_000 }
  const running = {
    currentSector1TimeMs: 29_000,
    currentSector2TimeMs: 28_000,
    currentSector3TimeMs: 1_000,
  }
  assert.deepEqual(bestsOf(best, running), [29_000, 28_000, 32_000])
  assert.deepEqual(bestsOf(best, { ...running, currentLapInvalid: true }), [30_000, 31_000, 32_000])
  assert.deepEqual(bestsOf({}), [Infinity, Infinity, Infinity])
})
