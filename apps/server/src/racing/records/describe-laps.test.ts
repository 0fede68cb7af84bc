import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { PROGRESS_MAX } from '@pitboard/contract/records/records'
import { TyreCompound } from '@pitboard/contract/wire/enumerations'
import { student95 } from '@pitboard/analysis/statistics/student'
import { describeLaps, type OwnLapRow } from './describe-laps.ts'

function aRow(lapTimeMs: number, parts: Partial<OwnLapRow> = {}): OwnLapRow {
  return {
    sessionId: 'session',
    driverIdx: 3,
    lapNum: 1,
    lapTimeMs,
    sector1TimeMs: 30_000,
    sector2TimeMs: 30_000,
    sector3TimeMs: lapTimeMs - 60_000,
    tyreCompound: TyreCompound.Soft,
    tyreAgeLaps: 0,
    hasTrace: false,
    isProven: true,
    assists: null,
    drivenAt: '2026-01-01T00:00:00.000Z',
    withheld: null,
    ...parts,
  }
}

function shown(row: OwnLapRow) {
  const { withheld: _withheld, ...lap } = row
  return lap
}

test('without laps there is nothing to describe', () => {
  assert.deepEqual(describeLaps([]), {
    laps: 0,
    best: null,
    cleanLaps: 0,
    theoreticalBestMs: null,
    medianMs: null,
    deviationMs: null,
    progress: [],
    tyrePace: [],
    withheld: [],
  })
})

test('the best lap is the fastest one, without the reason for which others are withheld', () => {
  const rows = [aRow(91_000), aRow(90_000, { lapNum: 2 }), aRow(92_000)]
  const { best, laps } = describeLaps(rows)
  assert.deepEqual(best, shown(aRow(90_000, { lapNum: 2 })))
  assert.equal(laps, 3)
})

test('the theoretical best is the sum of the best sectors', () => {
  const rows = [
    aRow(91_000, { sector1TimeMs: 29_000, sector2TimeMs: 31_000, sector3TimeMs: 31_000 }),
    aRow(92_000, { sector1TimeMs: 32_000, sector2TimeMs: 28_000, sector3TimeMs: 32_000 }),
    aRow(93_000, { sector1TimeMs: 32_000, sector2TimeMs: 34_000, sector3TimeMs: 27_000 }),
  ]
  assert.equal(describeLaps(rows).theoreticalBestMs, 29_000 + 28_000 + 27_000)
  // The game rounds each sector.
  const rounded = aRow(90_000, { sector3TimeMs: 30_002 })
  assert.equal(describeLaps([rounded]).theoreticalBestMs, 90_000)
})

test('clean laps are those within 107 % of the best one', () => {
  const { laps, cleanLaps, medianMs } = describeLaps(
    [100_000, 107_000, 107_001].map((timeMs) => aRow(timeMs)),
  )
  assert.deepEqual([laps, cleanLaps, medianMs], [3, 2, 103_500])
})

test('the median is that of the clean laps, to a millisecond', () => {
  assert.equal(describeLaps([aRow(90_000), aRow(90_001)]).medianMs, 90_001)
  assert.equal(describeLaps([aRow(90_000), aRow(90_003), aRow(90_100)]).medianMs, 90_003)
})

test('the deviation is that of a sample of five clean laps at least', () => {
  const rows = [90_000, 90_100, 90_200, 90_300, 90_400].map((timeMs) => aRow(timeMs))
  assert.equal(describeLaps(rows.slice(1)).deviationMs, null)
  assert.equal(describeLaps([...rows.slice(1), aRow(99_000)]).deviationMs, null)
  const { deviationMs } = describeLaps(rows)
  assert.ok(Math.abs((deviationMs ?? 0) - Math.sqrt(25_000)) < 1e-9, `${deviationMs}`)
})

suite('withheld laps', () => {
  test('are listed with the reason and count nowhere else', () => {
    const withheld = aRow(60_000, { withheld: 'flashback' })
    const { laps, best, cleanLaps, withheld: listed } = describeLaps([withheld, aRow(90_000)])
    assert.deepEqual([laps, cleanLaps, best?.lapTimeMs], [1, 1, 90_000])
    assert.deepEqual(listed, [{ ...shown(withheld), reason: 'flashback' }])
  })

  test('are the ten newest', () => {
    const rows = Array.from({ length: 11 }, (_, lapNum) =>
      aRow(90_000, { lapNum, withheld: 'clock' }),
    )
    assert.deepEqual(
      describeLaps(rows).withheld.map(({ lapNum }) => lapNum),
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    )
  })
})

suite('progress', () => {
  test('has the best, the median and the number of the clean laps of each session, oldest first', () => {
    const newer = { sessionId: 'newer', drivenAt: '2026-01-02T00:00:00.000Z' }
    const rows = [
      aRow(90_500, { ...newer, lapNum: 3 }),
      aRow(90_000, { ...newer, lapNum: 2, hasTrace: true, driverIdx: 5 }),
      aRow(90_101, { ...newer, lapNum: 1 }),
      aRow(91_000, { lapNum: 4 }),
      aRow(99_000, { lapNum: 3 }),
      aRow(91_001, { lapNum: 2 }),
    ]
    assert.deepEqual(describeLaps(rows).progress, [
      {
        sessionId: 'session',
        drivenAt: '2026-01-01T00:00:00.000Z',
        bestMs: 91_000,
        driverIdx: 3,
        lapNum: 4,
        hasTrace: false,
        laps: 2,
        medianMs: 91_001,
      },
      {
        ...newer,
        bestMs: 90_000,
        driverIdx: 5,
        lapNum: 2,
        hasTrace: true,
        laps: 3,
        medianMs: 90_101,
      },
    ])
  })

  test('has the latest sessions', () => {
    const rows = Array.from({ length: PROGRESS_MAX + 1 }, (_, index) =>
      aRow(90_000, { sessionId: `${index}` }),
    )
    const ids = describeLaps(rows).progress.map(({ sessionId }) => sessionId)
    assert.equal(ids.length, PROGRESS_MAX)
    assert.deepEqual([ids[0], ids.at(-1)], [`${PROGRESS_MAX - 1}`, '0'])
  })
})

const stint = (ages: readonly number[], lossMs: number, parts: Partial<OwnLapRow> = {}) =>
  ages.map((tyreAgeLaps) => aRow(90_000 + tyreAgeLaps * lossMs, { tyreAgeLaps, ...parts }))

const ages = (count: number, of: number) => Array.from({ length: count }, (_, at) => at % of)

suite('pace on old tyres', () => {
  test('needs 20 laps on tyres of five ages', () => {
    assert.equal(describeLaps(stint(ages(20, 5), 100)).tyrePace.length, 1)
    assert.equal(describeLaps(stint(ages(19, 5), 100)).tyrePace.length, 0)
    assert.equal(describeLaps(stint(ages(20, 4), 100)).tyrePace.length, 0)
  })

  test('is exact where every lap is on the line', () => {
    const [pace] = describeLaps(stint(ages(20, 10), 100)).tyrePace
    assert.equal(pace?.tyreCompound, TyreCompound.Soft)
    assert.equal(pace.laps, 20)
    assert.ok(Math.abs(pace.lossPerLapMs - 100) < 1e-9)
    assert.ok(Math.abs(pace.confidenceMs) < 1e-6)
  })

  test('is compared within each session: another setup is no older tyre', () => {
    const rows = [
      ...stint(ages(10, 5), 100, { sessionId: 'one' }),
      ...stint(ages(10, 5), 100, { sessionId: 'two' }).map((row) => {
        return { ...row, tyreAgeLaps: row.tyreAgeLaps + 5, lapTimeMs: row.lapTimeMs - 2_000 }
      }),
    ]
    const [pace] = describeLaps(rows).tyrePace
    assert.ok(Math.abs((pace?.lossPerLapMs ?? 0) - 100) < 1e-9, `${pace?.lossPerLapMs}`)
  })

  test('has the 95 % interval of the slope', () => {
    // Each age occurs twice, 100 ms above and below the line, so that the residuals are 100 ms.
    const rows = ages(20, 10).map((tyreAgeLaps, index) =>
      aRow(90_000 + tyreAgeLaps * 50 + (index < 10 ? 100 : -100), { tyreAgeLaps }),
    )
    const [pace] = describeLaps(rows).tyrePace
    const spread = 2 * [4.5, 3.5, 2.5, 1.5, 0.5].reduce((sum, age) => sum + 2 * age ** 2, 0)
    const variance = (20 * 100 ** 2) / (20 - 1 - 1)
    assert.ok(Math.abs((pace?.lossPerLapMs ?? 0) - 50) < 1e-9)
    assert.ok(
      Math.abs((pace?.confidenceMs ?? 0) - student95(18) * Math.sqrt(variance / spread)) < 1e-9,
    )
  })

  test('is given for each compound', () => {
    const rows = [
      ...stint(ages(20, 5), 100),
      ...stint(ages(20, 5), 50, { tyreCompound: TyreCompound.Hard }),
      ...stint(ages(5, 5), 50, { tyreCompound: TyreCompound.Medium }),
    ]
    assert.deepEqual(
      describeLaps(rows).tyrePace.map(({ tyreCompound, laps, lossPerLapMs }) => {
        return [tyreCompound, laps, Math.round(lossPerLapMs)]
      }),
      [
        [TyreCompound.Soft, 20, 100],
        [TyreCompound.Hard, 20, 50],
      ],
    )
  })

  test('is unknown where no session has tyres of two ages, or too few laps beside its mean', () => {
    const alone = ages(20, 20).map((age) =>
      aRow(90_000 + age, { sessionId: `${age}`, tyreAgeLaps: age }),
    )
    assert.deepEqual(describeLaps(alone).tyrePace, [])
    const ofOneAge = ages(20, 5).map((age) =>
      aRow(90_000 + age, { sessionId: `${age}`, tyreAgeLaps: age }),
    )
    assert.deepEqual(describeLaps(ofOneAge).tyrePace, [])
    // 20 laps in 19 sessions leave nothing to judge the line by, 26 laps leave five.
    const more = [9, 4, 7, 2, 5].map((age) =>
      aRow(90_000 + age, { sessionId: '1', tyreAgeLaps: age }),
    )
    assert.deepEqual(describeLaps([...alone, ...more]).tyrePace, [])
    const [first, ...others] = more
    assert.ok(first)
    const enough = [...alone, ...others, { ...first, lapNum: 2 }, { ...first, lapNum: 3 }]
    assert.equal(describeLaps(enough).tyrePace.length, 1)
  })

  test('has the quantile of Student’s distribution, the closer the more laps there are', () => {
    for (const [freedom, quantile, errorMax] of [
      [5, 2.5705818356, 0.0003],
      [6, 2.4469118511, 0.00011],
      [8, 2.3060041352, 0.000025],
      [10, 2.228138852, 0.000008],
      [18, 2.1009220402, 0.0000004],
      [30, 2.0422724563, 0.00000002],
      [1000, 1.9623390808, 0.00000002],
    ] as const) {
      const found = student95(freedom)
      assert.ok(Math.abs(found - quantile) < errorMax, `${freedom}: ${found}`)
    }
  })
})
