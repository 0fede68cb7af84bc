import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus, SafetyCarStatus, TyreCompound } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { battlesOf } from './battles.ts'
import { tyreLifeOf } from './tyre-life.ts'
import { gapsKey, lapsKey } from './use-derived.ts'

describe('battles', () => {
  const leader = driven(0, [95_000, 90_000, 90_000])
  const chaser = driven(1, [95_900, 90_000, 89_700], { deltaToCarAhead: 500 })
  const third = driven(2, [96_800, 90_000, 89_750], { deltaToCarAhead: 620 })
  const alone = driven(3, [105_000, 91_000, 91_000], { deltaToCarAhead: 9_000 })

  test('cars within a second of each other are one battle, led by the car ahead', () => {
    assert.deepEqual(placesOf([leader, chaser, third, alone]), [[0, 1, 2]])
  })

  test('a chase has its gap, the gap a lap ago, the trend and the difference of the last lap', () => {
    const [[, chase] = []] = battlesOf(aSession({ drivers: [leader, chaser] }))
    assert.deepEqual(chase?.chase, {
      ...{ gapMs: 500, gapBeforeMs: 900, trend: 'closing', lapDeltaMs: -300 },
    })
  })

  test('late in a lap the gap at the last line is a lap ago', () => {
    const late = { ...chaser, currentLapTimeMs: 80_000 }
    const [[, chase] = []] = battlesOf(aSession({ drivers: [leader, late] }))
    assert.equal(chase?.chase?.gapBeforeMs, 600)
    assert.equal(chase.chase.trend, 'steady')
  })

  test('a car that was far away a lap ago passes by and does not fight', () => {
    const fast = driven(1, [100_000, 90_000, 85_200], { deltaToCarAhead: 500 })
    assert.deepEqual(placesOf([leader, fast]), [])
  })

  test('nobody fights on the first lap, in the pit lane or behind a safety car', () => {
    const first = [driven(0, []), driven(1, [], { deltaToCarAhead: 500 })]
    assert.deepEqual(placesOf(first), [])
    assert.deepEqual(placesOf([leader, { ...chaser, pitStatus: 1 }]), [])
    assert.deepEqual(placesOf([leader, chaser], { safetyCarStatus: SafetyCarStatus.Full }), [])
  })
})

describe('tyre life', () => {
  test('sets, longest and usual stint and cars are counted by compound', () => {
    const stopped = driven(0, laps(12), {
      tyres: [stint(TyreCompound.Soft, 8), stint(TyreCompound.Hard, null)],
      pitStops: [{ lapNum: 8, pitLaneTimeMs: null, stopTimeMs: null }],
      currentTyreCompound: TyreCompound.Hard,
    })
    const out = driven(1, laps(4), {
      tyres: [stint(TyreCompound.Soft, null)],
      currentTyreCompound: TyreCompound.Soft,
      resultStatus: ResultStatus.Retired,
    })
    const [soft, hard] = tyreLifeOf({ drivers: [stopped, out] })
    assert.deepEqual(
      { ...soft, lossPerLapMs: null },
      {
        ...{ tyreCompound: TyreCompound.Soft, stints: 2, longestLaps: 8, averageLaps: 8 },
        ...{ carsNow: 0, lossPerLapMs: null },
      },
    )
    assert.equal(hard?.averageLaps, null)
    assert.equal(hard.carsNow, 1)
  })

  test('the loss of a lap is the trend within stints, and unknown with few laps', () => {
    const tyres = [stint(TyreCompound.Medium, null)]
    const slow = driven(0, laps(10, 90_000, 80), { tyres })
    const quick = driven(1, laps(10, 88_000, 80), { tyres })
    assert.equal(tyreLifeOf({ drivers: [slow] })[0]?.lossPerLapMs, null)
    assert.equal(Math.round(tyreLifeOf({ drivers: [slow, quick] })[0]?.lossPerLapMs ?? 0), 80)
  })
})

test('the loss of a lap is unknown where laps differ more than tyres explain', () => {
  const tyres = [stint(TyreCompound.Medium, null)]
  const drivers = [90_000, 88_000].map((fromMs, place) => {
    const wild = laps(10, fromMs, 80).map((lapMs, index) => lapMs + (index % 2) * 2_500)
    return driven(place, wild, { tyres })
  })
  assert.equal(tyreLifeOf({ drivers })[0]?.lossPerLapMs, null)
})

test('a panel works its values out again when what they depend on changes, and only then', () => {
  const race = aSession({ drivers: [driven(0, [90_000]), driven(1, [91_000])] })
  const tick = {
    ...race,
    sessionTimeMs: 100,
    drivers: race.drivers.map((car) => ({ ...car, speed: 1 })),
  }
  assert.equal(gapsKey(race), gapsKey(tick))
  const [first, ...others] = race.drivers
  const moved = {
    ...race,
    drivers: [{ ...first, ...driven(0, [90_000], { deltaToLeader: 5 }) }, ...others],
  }
  assert.equal(lapsKey(race), lapsKey(moved))
  assert.notEqual(gapsKey(race), gapsKey(moved))
  const nextLap = { ...race, drivers: [driven(0, [90_000, 90_000]), ...others] }
  assert.notEqual(lapsKey(race), lapsKey(nextLap))
})

function placesOf(drivers: Driver[], known = {}) {
  return battlesOf(aSession({ drivers, ...known })).map((fighters) =>
    fighters.map(({ place }) => place),
  )
}

function driven(place: number, times: readonly number[], known: Partial<Driver> = {}): Driver {
  return aDriver({
    driverIdx: place,
    position: place + 1,
    resultStatus: ResultStatus.Active,
    numberOfLaps: times.length,
    currentLapTimeMs: 10_000,
    lapTimes: times.map((lapTime) => ({
      ...{ lapTime, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false },
    })),
    ...known,
  })
}

function laps(count: number, fromMs = 90_000, growthMs = 0): number[] {
  return Array.from({ length: count }, (_, index) => fromMs + index * growthMs)
}

function stint(tyreCompound: number, endLap: number | null) {
  return { tyreCompound, actualTyreCompound: null, endLap }
}
