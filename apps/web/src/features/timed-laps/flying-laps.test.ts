import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { anEvent } from '../../testing/an-event.ts'
import { cutZoneOf, isPartOver } from './cut-zone.ts'
import { completedLapsOf, flyingLapsOf } from './flying-laps.ts'

const OWN = 3
const AN_EVENT = anEvent({ seq: 9, kind: 'lightsOut' })
const FLYING = { driverStatus: 1, sector: 1, currentSector1TimeMs: 29_000, lapDistance: 2500 }

function aLap(lapTime: number, invalidLap = false) {
  const sector = Math.round(lapTime / 3)
  const [sector1Time, sector2Time] = [sector, sector]
  return { lapTime, sector1Time, sector2Time, sector3Time: lapTime - 2 * sector, invalidLap }
}

/** The best laps are 1:30.0, 1:30.3, 1:30.6 … in the order of the cars, each with equal sectors. */
function aQualifying(
  changed: Readonly<Record<number, Partial<Driver>>> = {},
  known: Partial<LiveSession> = {},
  cars = 12,
): LiveSession {
  const drivers = Array.from({ length: cars }, (_, place) => {
    const bestLapTimeMs = 90_000 + place * 300
    const sectorMs = bestLapTimeMs / 3
    return aDriver({
      driverIdx: place,
      position: place + 1,
      bestLapTimeMs,
      bestSector1TimeMs: sectorMs,
      bestSector2TimeMs: sectorMs,
      bestSector3TimeMs: sectorMs,
      lapTimes: [aLap(bestLapTimeMs)],
      driverStatus: 0,
      resultStatus: ResultStatus.Active,
      ...changed[place],
    })
  })
  return aSession({
    drivers,
    sessionType: SessionType.Q1,
    sessionTimeLeft: 300,
    trackLength: 5000,
    sectorStarts: [1500, 3500],
    ...known,
  })
}

describe('a flying lap', () => {
  test('is one that counts, and the one that ends next is the first', () => {
    const laps = flyingLapsOf(
      aQualifying({
        1: FLYING,
        2: { ...FLYING, lapDistance: 3000 },
        4: { ...FLYING, currentLapInvalid: true },
        5: { ...FLYING, pitStatus: 1 },
        6: { ...FLYING, driverStatus: 3 },
      }),
    )
    assert.deepEqual(
      laps.map(({ place }) => place),
      [2, 1],
    )
  })

  for (const [sector1Ms, mark] of [
    [30_000, 'sessionBest'],
    [30_001, 'personalBest'],
    [30_300, 'personalBest'],
    [30_301, 'slower'],
  ] as const) {
    test(`with a first sector of ${sector1Ms} ms has the mark ${mark}`, () => {
      const session = aQualifying({ [OWN]: { ...FLYING, currentSector1TimeMs: sector1Ms } })
      const [lap] = flyingLapsOf(session)
      assert.deepEqual(lap?.sectors, [
        { timeMs: sector1Ms, mark, filled: 1 },
        { timeMs: null, mark: null, filled: 0.5 },
        { timeMs: null, mark: null, filled: 0 },
      ])
    })
  }

  for (const [rule, own, known, filled] of [
    ['the first', { sector: 0, currentSector1TimeMs: null, lapDistance: 750 }, {}, [0.5, 0, 0]],
    ['the third', { sector: 2, currentSector2TimeMs: 30_000, lapDistance: 4250 }, {}, [1, 1, 0.5]],
    ['the second, behind its end', { lapDistance: 3600 }, {}, [1, 1, 0]],
    ['the second, before its beginning', { lapDistance: 1400 }, {}, [1, 0, 0]],
    ['the second, nobody knows where', { lapDistance: null }, {}, [1, 0, 0]],
    ['one of a track whose sectors are unknown', {}, { sectorStarts: null }, [1, 0, 0]],
    ['one of a track of unknown length', {}, { trackLength: null }, [1, 0, 0]],
  ] as const) {
    test(`in ${rule} has driven ${filled.join(', ')} of its sectors`, () => {
      const [lap] = flyingLapsOf(aQualifying({ [OWN]: { ...FLYING, ...own } }, known))
      assert.deepEqual(
        lap?.sectors.map((sector) => sector.filled),
        filled,
      )
    })
  }

  for (const [title, own, expected] of [
    [
      'is worth a place in front of those that it beats',
      { currentSector1TimeMs: 29_500 },
      { lapMs: 90_100, position: 2, isImprovement: true, toBestMs: 100, toCutMs: -3200 },
    ],
    [
      'is worth nothing where the best lap is faster',
      { currentSector1TimeMs: 30_301 },
      { lapMs: 90_901, position: 4, isImprovement: false, toBestMs: 901, toCutMs: -2399 },
    ],
    [
      'has its second sector once that is known',
      { currentSector1TimeMs: 30_000, currentSector2TimeMs: 33_000 },
      { lapMs: 93_300, position: 4, isImprovement: false, toBestMs: 3300, toCutMs: 0 },
    ],
    ['is unknown before the first sector line', { currentSector1TimeMs: null }, null],
  ] as const) {
    test(title, () => {
      const [lap] = flyingLapsOf(aQualifying({ [OWN]: { ...FLYING, ...own } }))
      assert.deepEqual(lap?.projection, expected)
    })
  }

  test('of a driver without a lap takes the sectors that are left from the first', () => {
    const own = { ...FLYING, bestLapTimeMs: null, lapTimes: [], currentSector1TimeMs: 30_200 }
    const [lap] = flyingLapsOf(aQualifying({ [OWN]: own }))
    assert.equal(lap?.projection?.lapMs, 90_200)
    assert.equal(lap.projection.position, 2)
  })
})

function completed(known: Partial<Driver>) {
  return completedLapsOf(
    aQualifying({
      [OWN]: {
        bestLapTimeMs: 90_100,
        lapTimes: [aLap(90_900), aLap(90_100)],
        currentLapTimeMs: 20_000,
        ...known,
      },
    }),
  )
}

describe('a completed lap', () => {
  test('is announced for 20 s, with what it gained and lacks', () => {
    assert.deepEqual(completed({}), [
      {
        place: OWN,
        driverIdx: OWN,
        lapMs: 90_100,
        position: 4,
        mark: 'personalBest',
        gainMs: -800,
        toBestMs: 100,
      },
    ])
    assert.deepEqual(completed({ currentLapTimeMs: 20_001 }), [])
  })

  test('is not announced if it does not count, was slow, or ended in the pits', () => {
    assert.deepEqual(completed({ lapTimes: [aLap(90_100, true)] }), [])
    assert.deepEqual(completed({ lapTimes: [aLap(96_301)] }), [])
    assert.equal(completed({ lapTimes: [aLap(96_300)] }).length, 1)
    assert.deepEqual(completed({ pitStatus: 1 }), [])
  })
})

for (const [rule, lapTimes, bestLapTimeMs, mark, gainMs] of [
  ['the best of the session', [aLap(90_500), aLap(89_000)], 89_000, 'sessionBest', -1_500],
  ['as fast as that of the session', [aLap(90_000)], 90_000, 'sessionBest', null],
  ['the first that counts', [aLap(89_500, true), aLap(90_500)], 90_500, 'personalBest', null],
  ['slower than the driver can', [aLap(90_200), aLap(90_900)], 90_200, null, 700],
  ['as fast as before', [aLap(90_900), aLap(90_300), aLap(90_300)], 90_300, null, 0],
] as const) {
  test(`a completed lap that is ${rule} has the mark ${mark}`, () => {
    const [lap] = completed({ lapTimes: [...lapTimes], bestLapTimeMs })
    assert.deepEqual([lap?.mark, lap?.gainMs], [mark, gainMs])
  })
}

test('the lap that was completed last is announced first, and a car that is out or has no lap has none', () => {
  const lap = { lapTimes: [aLap(90_900)] }
  const session = aQualifying({
    0: { ...lap, currentLapTimeMs: 9_000 },
    1: { ...lap, currentLapTimeMs: 3_000 },
    2: { ...lap, currentLapTimeMs: 5_000 },
    3: { lapTimes: [], currentLapTimeMs: 1_000 },
    4: { ...lap, currentLapTimeMs: 1_000, resultStatus: ResultStatus.Retired },
    5: { lapTimes: [{ ...aLap(90_900), lapTime: null }], currentLapTimeMs: 1_000 },
    6: { ...lap, currentLapTimeMs: null },
  })
  assert.deepEqual(
    completedLapsOf(session).map(({ place }) => place),
    [1, 2, 0],
  )
})

describe('the drop zone', () => {
  test('has the position of each car that does not advance', () => {
    const zone = cutZoneOf(aQualifying({}, {}, 14))
    assert.deepEqual([zone?.advancing, zone?.cars.map(({ position }) => position)], [12, [13, 14]])
  })

  test('has no margin where the last who advances has no lap', () => {
    const drivers = { 10: { bestLapTimeMs: null }, 11: { bestLapTimeMs: 95_000 } }
    assert.equal(cutZoneOf(aQualifying(drivers))?.marginMs, null)
  })

  test('is not final while some drive, unless the flag is out and they are on no lap that counts', () => {
    const home = { resultStatus: ResultStatus.Finished }
    assert.equal(isPartOver(aQualifying({ 0: home })), false)
    const events = [{ ...AN_EVENT, kind: 'chequeredFlag' as const }]
    assert.equal(isPartOver(aQualifying({ 0: home }, { events })), true)
    assert.equal(isPartOver(aQualifying({ 2: FLYING }, { events })), false)
    assert.equal(isPartOver(aQualifying({}, { events: [AN_EVENT] })), false)
    assert.equal(isPartOver(aQualifying({}, { events }, 0)), false, 'nobody drives')
  })

  test('has those below the cut, what they lack, and who may still improve', () => {
    const cut = cutZoneOf(aQualifying({ 11: { ...FLYING, bestLapTimeMs: null } }))
    assert.deepEqual(cut, {
      advancing: 11,
      cars: [{ place: 11, driverIdx: 11, position: 12, lackMs: null, isFlying: true }],
      isFinal: false,
      marginMs: null,
    })
  })

  test('is final once the time is over and no lap that counts is under way', () => {
    const over = { sessionTimeLeft: 0 }
    assert.equal(cutZoneOf(aQualifying({ 2: FLYING }, over))?.isFinal, false)
    const finished = { ...FLYING, resultStatus: ResultStatus.Finished }
    assert.equal(cutZoneOf(aQualifying({ 2: finished }, over))?.isFinal, true)
    assert.equal(cutZoneOf(aQualifying({}, over))?.marginMs, 300)
    assert.equal(cutZoneOf(aQualifying({}))?.isFinal, false)
    const all = Object.fromEntries(Array.from({ length: 12 }, (_, place) => [place, finished]))
    assert.equal(cutZoneOf(aQualifying(all))?.isFinal, true, 'ended before its time')
  })

  test('does not exist where nobody is eliminated', () => {
    assert.equal(cutZoneOf(aQualifying({}, { sessionType: SessionType.Q3 })), null)
  })
})
