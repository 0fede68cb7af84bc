import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { unwrapSectors, wrapsSectors } from './sector-wraps.ts'

const TURN_MS = 65_536
/** The first sector ended between 79.9 and 80 s, the second one between 109.9 and 110 s. */
const SEEN = {
  sent1Ms: 0,
  sent2Ms: 0,
  end1FromMs: 79_900,
  end1ToMs: 80_000,
  end2FromMs: 109_900,
  end2ToMs: 110_000,
}

type Sent = readonly [number | null, number | null, number | null]

/** Returns the first sector of a lap whose first sector, a long one, ended at this time. */
function firstOf(end1Ms: number): number | null {
  const sent: Sent = [end1Ms - TURN_MS, 110_000 - end1Ms, 20_000]
  return unwrapSectors(130_000, sent, SEEN)[0]
}

/** Returns the second sector of a lap whose second sector ended at this time. */
function secondOf(end2Ms: number): number | null {
  const sent: Sent = [79_950 - TURN_MS, end2Ms - 79_950, 20_000]
  return unwrapSectors(end2Ms + 20_000, sent, SEEN)[1]
}

describe('R21 the sectors of a history', () => {
  for (const [title, lapTimeMs, sent, marks, sectors] of [
    ['stand if they are the lap', 90_000, [30_000, 30_000, 30_000], undefined, null],
    ['stand if they differ by rounding', 90_020, [30_000, 30_000, 30_000], undefined, null],
    [
      'stand if what is missing is no wrap',
      90_000 + TURN_MS + 21,
      [30_000, 30_000, 30_000],
      SEEN,
      null,
    ],
    ['stand if more was sent than the lap', 80_000, [30_000, 30_000, 30_000], SEEN, null],
    [
      'are unknown if nobody saw where they ended',
      90_000 + TURN_MS,
      [30_000, 30_000, 30_000],
      undefined,
      [null, null, null],
    ],
    [
      'have the wraps that fit to what was seen',
      179_900,
      [14_414, 30_000, 4_414],
      SEEN,
      [79_950, 30_000, 69_950],
    ],
    [
      'also where rounding hides up to 20 ms',
      179_900 + 20,
      [14_414, 30_000, 4_414],
      SEEN,
      [79_950, 30_000, 69_950],
    ],
    [
      'count the last sector as the rest',
      110_000 + 20_000 + TURN_MS,
      [80_000 - TURN_MS, 30_000, 20_000],
      SEEN,
      [80_000, 30_000, 20_000 + TURN_MS],
    ],
    ['may be sent as unknown', 79_950 + 30_000, [14_414, 30_000, null], SEEN, [79_950, 30_000, 0]],
  ] as const) {
    test(title, () => {
      assert.deepEqual(unwrapSectors(lapTimeMs, sent, marks), sectors ?? sent)
    })
  }

  test('fit to the end of the first sector within 20 ms', () => {
    assert.deepEqual([79_879, 79_880, 79_950, 80_020, 80_021].map(firstOf), [
      null,
      79_880,
      79_950,
      80_020,
      null,
    ])
  })

  test('fit to the end of the second sector within 20 ms', () => {
    assert.deepEqual([109_879, 109_880, 110_020, 110_021].map(secondOf), [
      null,
      29_930,
      30_070,
      null,
    ])
  })

  test('are not those that were seen if the first sector was sent with another time', () => {
    const sent: Sent = [14_414, 30_000, 4_414]
    const own = { ...SEEN, sent1Ms: 14_414 }
    assert.deepEqual(unwrapSectors(179_900, sent, own), [79_950, 30_000, 69_950])
    assert.deepEqual(unwrapSectors(179_900, sent, { ...SEEN, sent1Ms: 14_415 }), [null, null, null])
  })

  test('are known where every possibility agrees', () => {
    // The end of the second sector was not seen, so that either this sector or the third one is long.
    const marks = { ...SEEN, end2FromMs: 0, end2ToMs: Infinity }
    assert.deepEqual(unwrapSectors(179_900, [14_414, 30_000, 4_414], marks), [79_950, null, null])
  })

  test('have at most sixty wraps', () => {
    const lapOf = (turns: number) => {
      const marks = { ...SEEN, end1FromMs: 0, end1ToMs: 10, end2FromMs: 0, end2ToMs: 20 }
      return unwrapSectors(20 + 5_000 + turns * TURN_MS, [10, 10, 5_000], marks)
    }
    assert.deepEqual(lapOf(60), [10, 10, 5_000 + 60 * TURN_MS])
    assert.deepEqual(lapOf(61), [null, null, null])
  })
})

test('R21 sector times wrap in 2022 alone', () => {
  assert.deepEqual([2021, 2022, 2023, 2024, 2025, 2026].filter(wrapsSectors), [2022])
})
