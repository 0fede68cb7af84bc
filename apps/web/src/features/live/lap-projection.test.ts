import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { flyingPlaces, isFlying, projectionOf } from './lap-projection.ts'

const FLYING = { driverStatus: 1, resultStatus: ResultStatus.Active }

function aQualifying(drivers: readonly Driver[], known: Partial<LiveSession> = {}): LiveSession {
  const session = { sessionType: SessionType.Q1, trackLength: 5000, ...known }
  return aSession({ ...session, drivers: [...drivers] })
}

for (const [rule, known, flies] of [
  ['drives a lap that counts', {}, true],
  ['drives one that does not', { currentLapInvalid: true }, false],
  ['is in the pits', { pitStatus: 1 }, false],
  ['is on its out lap', { driverStatus: 3 }, false],
  ['is in its garage', { driverStatus: 0 }, false],
  ['has retired', { resultStatus: ResultStatus.Retired }, false],
  ['has finished', { resultStatus: ResultStatus.Finished }, false],
] as const) {
  test(`a car that ${rule} is ${flies ? '' : 'not '}on a flying lap`, () => {
    const driver = aDriver({ ...FLYING, ...known })
    assert.equal(isFlying(driver, aQualifying([driver])), flies)
  })
}

for (const [rule, known, session, order] of [
  [
    'by the metres',
    [{ lapDistance: 100 }, { lapDistance: 300 }, { lapDistance: 200 }],
    {},
    [1, 2, 0],
  ],
  ['as the cars stand', [{ lapDistance: 100 }, { lapDistance: 100 }], {}, [0, 1]],
  ['before the line as at it', [{ lapDistance: -50 }, { lapDistance: 0 }], {}, [0, 1]],
  ['behind the line as at it', [{ lapDistance: 5000 }, { lapDistance: 5100 }], {}, [0, 1]],
  [
    'by the sectors where the metres are unknown',
    [{ lapDistance: null, sector: 0 }, { lapDistance: null, sector: 2 }, { lapDistance: 2500 }],
    {},
    [1, 2, 0],
  ],
  [
    'by the sectors of a track of unknown length',
    [
      { lapDistance: 4000, sector: 0 },
      { lapDistance: 100, sector: 1 },
    ],
    { trackLength: null },
    [1, 0],
  ],
  [
    'by the sectors of a track without a length',
    [
      { lapDistance: 4000, sector: 0 },
      { lapDistance: 100, sector: 1 },
    ],
    { trackLength: 0 },
    [1, 0],
  ],
] as const) {
  test(`the flying lap that ends next is the first, ${rule}`, () => {
    const drivers = known.map((each) => aDriver({ ...FLYING, ...each }))
    assert.deepEqual(flyingPlaces(aQualifying(drivers, session)), order)
  })
}

const lap = (first: number, second: number | null, third: number | null) => ({
  lapTime: 90_000,
  sector1Time: first,
  sector2Time: second,
  sector3Time: third,
  invalidLap: false,
})
const WITH_LAP = { bestLapTimeMs: 90_000, lapTimes: [lap(30_000, 31_000, 29_000)] }

/** Returns what is said of a car beside others with these best laps. */
function projected(known: Partial<Driver>, others: readonly (number | null)[] = [], type = 5) {
  const driver = aDriver({ ...FLYING, currentSector1TimeMs: 30_000, position: 1, ...known })
  const drivers = others.map((bestLapTimeMs, at) =>
    aDriver({ driverIdx: at + 1, position: at + 2, bestLapTimeMs }),
  )
  const session = aQualifying([driver, ...drivers], { sessionType: type })
  return projectionOf(driver, session)
}

test('the sectors that are left are those of the best lap of the driver', () => {
  assert.equal(projected({ ...WITH_LAP, currentSector1TimeMs: 29_000 })?.lapMs, 89_000)
  const second = { currentSector1TimeMs: 29_000, currentSector2TimeMs: 32_000 }
  assert.equal(projected({ ...WITH_LAP, ...second })?.lapMs, 90_000)
})

for (const [rule, known] of [
  ['before the first sector line', { ...WITH_LAP, currentSector1TimeMs: null }],
  ['of a car without a lap where nobody has one', {}],
  [
    'whose second sector is unknown',
    { bestLapTimeMs: 90_000, lapTimes: [lap(30_000, null, 29_000)] },
  ],
  [
    'whose third sector is unknown',
    { bestLapTimeMs: 90_000, lapTimes: [lap(30_000, 31_000, null)] },
  ],
] as const) {
  test(`a lap is not projected ${rule}`, () => {
    const lapTimes = 'lapTimes' in known ? [...known.lapTimes] : []
    assert.equal(projected({ ...known, lapTimes }), null)
  })
}

test('a lap takes the places of slower ones; as fast as another is behind it', () => {
  const others = [89_000, 90_000, 91_000, null]
  assert.deepEqual(
    [88_999, 89_000, 89_001, 90_000, 90_001].map((ms) => {
      const known = { currentSector1TimeMs: ms - 60_000, bestLapTimeMs: 95_000 }
      return projected(
        { ...WITH_LAP, ...known, lapTimes: [{ ...lap(30_000, 31_000, 29_000), lapTime: 95_000 }] },
        others,
      )?.position
    }),
    [1, 1, 2, 2, 3],
  )
})

test('where the own best lap stays faster its position counts, and as fast is no improvement', () => {
  const slower = projected({ ...WITH_LAP, currentSector1TimeMs: 31_000 }, [89_000, 90_500])
  assert.deepEqual([slower?.position, slower?.isImprovement, slower?.toBestMs], [2, false, 2_000])
  assert.equal(projected(WITH_LAP)?.isImprovement, false)
  assert.equal(projected({ ...WITH_LAP, currentSector1TimeMs: 29_999 })?.isImprovement, true)
})

test('a lap is compared with the best of all, also with the own', () => {
  assert.equal(projected({ ...WITH_LAP, currentSector1TimeMs: 31_000 }, [92_000])?.toBestMs, 1_000)
  assert.equal(projected({ ...WITH_LAP, currentSector1TimeMs: 31_000 }, [null])?.toBestMs, 1_000)
})

test('a lap is compared with the last that advances, where somebody is eliminated', () => {
  // Eleven of twelve cars advance.
  const others = [
    99_000, 89_000, 98_000, 91_000, 92_000, 93_000, 94_000, 95_000, 96_000, 97_000, 98_500,
  ]
  assert.equal(projected(WITH_LAP, others)?.toCutMs, 90_000 - 99_000)
  assert.equal(projected(WITH_LAP, others, SessionType.Q3)?.toCutMs, null)
  assert.equal(
    projected(
      WITH_LAP,
      others.map(() => null),
    )?.toCutMs,
    null,
  )
})
