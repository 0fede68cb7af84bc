import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus, TyreCompound } from '@pitboard/contract/wire/enumerations'
import { driven, laps, stint } from './testing/driven.ts'
import { tyreLifeOf } from './tyre-life.ts'

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
        tyreCompound: TyreCompound.Soft,
        stints: 2,
        longestLaps: 8,
        averageLaps: 8,
        carsNow: 0,
        lossPerLapMs: null,
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

const MEDIUM = { tyres: [stint(TyreCompound.Medium, null)] }
const lossOf = (drivers: readonly Driver[]) =>
  tyreLifeOf({ drivers: [...drivers] })[0]?.lossPerLapMs

for (const [counts, isKnown] of [
  // The first lap of a race is not a racing lap.
  [[9, 8], true],
  [[9, 7], false],
  [[11, 6], true],
  // A stint of four racing laps shows no trend.
  [[11, 5], false],
  [[12, 5], false],
  [[16], true],
  [[15], false],
] as const) {
  test(`stints of ${counts.join(' and ')} laps ${isKnown ? 'show' : 'do not show'} a loss`, () => {
    const loss = lossOf(
      counts.map((count, place) => driven(place, laps(count, 90_000, 50), MEDIUM)),
    )
    assert.equal(loss === null ? null : Math.round(loss ?? 0), isKnown ? 50 : null)
  })
}

test('the loss is the common slope: each stint counts around its own mean', () => {
  const [flat, steep] = [laps(10, 90_000, 0), laps(10, 80_000, 100)]
  assert.equal(lossOf([driven(0, flat, MEDIUM), driven(1, steep, MEDIUM)]), 50)
  // A longer stint weighs more: by the squares of its laps around their mean, 60 against 17.5.
  const [long, short] = [laps(10, 90_000, 77.5), laps(7, 80_000, 0)]
  const weighed = lossOf([driven(0, long, MEDIUM), driven(1, short, MEDIUM)])
  assert.ok(weighed !== undefined && weighed !== null && Math.abs(weighed - 60) < 1e-9)
})

for (const [swingMs, isKnown] of [
  [1_873, true],
  [1_874, false],
] as const) {
  test(`laps that swing by ${swingMs} ms ${isKnown ? 'show' : 'hide'} the trend`, () => {
    // This swing raises the standard error of the trend of 15 laps above 60 ms.
    const wild = laps(16, 90_000, 50).map((lapMs, at) => lapMs + (at % 2 === 0 ? swingMs : 0))
    assert.equal(lossOf([driven(0, wild, MEDIUM)]) !== null, isKnown)
  })
}

const tyresOf = (...stints: readonly [number, number | null][]) => ({
  tyres: stints.map(([compound, endLap]) => stint(compound, endLap)),
})

test('compounds are listed by their sets, and the usual stint is the mean of those that are over', () => {
  const { Soft, Medium: Middle, Hard } = TyreCompound
  const drivers = [
    driven(0, laps(20), tyresOf([Middle, 6], [Hard, 14], [Hard, null])),
    driven(1, laps(20), tyresOf([Middle, 9], [Hard, 12], [Soft, null])),
  ]
  assert.deepEqual(
    tyreLifeOf({ drivers }).map(({ tyreCompound, stints, longestLaps, averageLaps }) => [
      tyreCompound,
      stints,
      longestLaps,
      averageLaps,
    ]),
    [
      [Hard, 3, 8, 5.5],
      [Middle, 2, 9, 7.5],
      [Soft, 1, 8, null],
    ],
  )
})

const driverOn = (compound: number, resultStatus: number, place: number) =>
  driven(place, laps(3), { ...MEDIUM, currentTyreCompound: compound, resultStatus })

test('only cars that still drive count as on a compound now', () => {
  const drivers = [
    driverOn(TyreCompound.Medium, ResultStatus.Active, 0),
    driverOn(TyreCompound.Medium, ResultStatus.Retired, 1),
    driverOn(TyreCompound.Hard, ResultStatus.Active, 2),
  ]
  assert.equal(tyreLifeOf({ drivers })[0]?.carsNow, 1)
})

test('without laps there are no compounds', () => {
  assert.deepEqual(tyreLifeOf({ drivers: [] }), [])
})

/** One driver has nine laps on a soft set and eight on a hard one, which loses more. */
const [BEFORE, AFTER] = [30, 90]
const twoStints = (place: number) => {
  const times = [...laps(9, 90_000, BEFORE), ...laps(8, 91_000, AFTER)]
  const { Soft, Hard } = TyreCompound
  return driven(place, times, tyresOf([Soft, 9], [Hard, null]))
}

const lossesOf = (drivers: readonly Driver[]) =>
  tyreLifeOf({ drivers: [...drivers] }).map(({ lossPerLapMs }) => lossPerLapMs)

test('the loss of a compound is that of its own stints, from their first to their last lap', () => {
  assert.deepEqual(lossesOf([0, 1].map(twoStints)), [BEFORE, AFTER])
  // Fifteen laps show a loss: eight and seven, with the first ones of both sets.
  const shorter = { ...twoStints(1), numberOfLaps: 15 }
  assert.deepEqual(lossesOf([twoStints(0), shorter]), [BEFORE, null])
  const long = { ...twoStints(1), numberOfLaps: 16 }
  assert.deepEqual(lossesOf([twoStints(0), long]), [BEFORE, AFTER])
})
