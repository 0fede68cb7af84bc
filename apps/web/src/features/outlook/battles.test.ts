import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import { aSession } from '../../testing/a-session.ts'
import { battlesOf } from './battles.ts'
import { driven } from './testing/driven.ts'

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
      gapMs: 500,
      gapBeforeMs: 900,
      trend: 'closing',
      lapDeltaMs: -300,
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

/** The car is the second of two; at the line it was so far behind after its second and its third lap. */
function chaseOf(gapsMs: readonly [number, number], known: Partial<Driver>) {
  const [first, last] = gapsMs
  const ahead = driven(0, [90_000, 90_000, 90_000])
  const behind = driven(1, [90_000, 90_000 + first, 90_000 + last - first], known)
  return battlesOf(aSession({ drivers: [ahead, behind] }))[0]?.[1]?.chase ?? null
}

for (const [gapBeforeMs, isFight] of [
  [2_000, true],
  [2_001, false],
  [-2_000, true],
  [-2_001, false],
] as const) {
  test(`a car that was ${gapBeforeMs} ms behind a lap ago ${isFight ? 'fights' : 'passes by'}`, () => {
    const chase = chaseOf([gapBeforeMs, 500], { deltaToCarAhead: 500 })
    assert.equal(chase?.gapBeforeMs, isFight ? gapBeforeMs : undefined)
  })
}

for (const [gapMs, trend] of [
  [400, 'steady'],
  [399, 'closing'],
  [600, 'steady'],
  [601, 'fallingBack'],
] as const) {
  test(`from 500 to ${gapMs} ms a car is ${trend}`, () => {
    assert.equal(chaseOf([500, 800], { deltaToCarAhead: gapMs })?.trend, trend)
  })
}

for (const [lapMs, gapBeforeMs] of [
  [null, 500],
  [44_999, 500],
  [45_000, 500],
  [45_150, 800],
  [45_149, 500],
] as const) {
  test(`${lapMs} ms into a lap the gap a lap ago was ${gapBeforeMs} ms`, () => {
    // The car has driven half of its last lap of 90.3 seconds.
    const chase = chaseOf([500, 800], { deltaToCarAhead: 700, currentLapTimeMs: lapMs })
    assert.equal(chase?.gapBeforeMs, gapBeforeMs)
  })
}

test('after one lap the line of that lap is the only one', () => {
  const drivers = [driven(0, [95_000]), driven(1, [95_800], { deltaToCarAhead: 500 })]
  assert.deepEqual(battlesOf(aSession({ drivers }))[0]?.[1]?.chase, {
    gapMs: 500,
    gapBeforeMs: 800,
    trend: 'closing',
    lapDeltaMs: 800,
  })
})

const withoutLastLap = (driver: Driver) => ({ ...driver, lapTimes: driver.lapTimes.slice(0, 1) })

test('without a last lap of both cars nobody knows of a fight', () => {
  const [ahead, behind] = [driven(0, [95_000, 90_000]), driven(1, [95_800, 90_000])]
  const chaser = { ...behind, deltaToCarAhead: 500 }
  assert.deepEqual(placesOf([ahead, chaser]), [[0, 1]])
  assert.deepEqual(placesOf([withoutLastLap(ahead), chaser]), [])
  assert.deepEqual(placesOf([ahead, withoutLastLap(chaser)]), [])
  assert.deepEqual(placesOf([ahead, { ...chaser, numberOfLaps: null }]), [])
})

const withoutFirst = (driver: Driver) => ({
  ...driver,
  lapTimes: driver.lapTimes.map((lap, at) => (at === 0 ? { ...lap, lapTime: null } : lap)),
})

test('without the time of an earlier lap the gap at a line is unknown, and nobody knows of a fight', () => {
  const [ahead, behind] = [driven(0, [95_000, 90_000]), driven(1, [95_800, 90_000])]
  const chaser = { ...behind, deltaToCarAhead: 500 }
  assert.deepEqual(placesOf([withoutFirst(ahead), withoutFirst(chaser)]), [])
  assert.deepEqual(placesOf([ahead, withoutFirst(chaser)]), [])
  assert.deepEqual(placesOf([withoutFirst(ahead), chaser]), [])
})

test('a fighter has its place in the list of cars, its position and its tyres', () => {
  const behind = driven(1, [95_800, 90_000], {
    deltaToCarAhead: 500,
    currentTyreCompound: 16,
    currentTyreAgeLaps: 7,
  })
  const ahead = driven(0, [95_000, 90_000], { currentTyreCompound: 17 })
  const [battle = []] = battlesOf(aSession({ drivers: [behind, ahead] }))
  assert.deepEqual(
    battle.map(({ chase, ...fighter }) => [fighter, chase?.gapMs ?? null]),
    [
      [
        {
          place: 1,
          driverIdx: 0,
          position: 1,
          tyreCompound: 17,
          tyreAgeLaps: ahead.currentTyreAgeLaps,
        },
        null,
      ],
      [{ place: 0, driverIdx: 1, position: 2, tyreCompound: 16, tyreAgeLaps: 7 }, 500],
    ],
  )
})

const startTimes = (gridMs: number) => [95_000 + gridMs, 90_000]

test('cars with a wider gap between them are two battles', () => {
  const close = { deltaToCarAhead: 500 }
  const drivers = [
    driven(0, startTimes(0)),
    driven(1, startTimes(600), close),
    driven(2, startTimes(9_000), { deltaToCarAhead: 8_400 }),
    driven(3, startTimes(9_500), close),
    driven(4, startTimes(10_000), { ...close, position: null }),
  ]
  assert.deepEqual(placesOf(drivers), [
    [0, 1],
    [2, 3],
  ])
})

test('a battle of four cars is one battle, whoever joins it last', () => {
  const close = { deltaToCarAhead: 500 }
  const drivers = [0, 600, 1_200, 1_800].map((gridMs, place) =>
    driven(place, startTimes(gridMs), place === 0 ? {} : close),
  )
  assert.deepEqual(placesOf(drivers), [[0, 1, 2, 3]])
})

function placesOf(drivers: Driver[], known = {}) {
  return battlesOf(aSession({ drivers, ...known })).map((fighters) =>
    fighters.map(({ place }) => place),
  )
}
