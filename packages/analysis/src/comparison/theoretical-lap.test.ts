import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { joinChannel, joinQuickestParts } from './theoretical-lap.ts'

const GRID = { stepM: 5, lengthM: 20 }

/** Returns the times at five points from how long each step takes. */
function lapOf(...steps: readonly number[]): number[] {
  return steps.reduce((times, step) => [...times, (times.at(-1) ?? 0) + step], [0])
}

describe('a theoretical lap', () => {
  test('has the quickest of each part, and the lap time is their sum', () => {
    const laps = [lapOf(10, 10, 30, 30), lapOf(20, 20, 15, 15)]
    const lap = joinQuickestParts(laps, GRID, 2)
    assert.deepEqual(lap, {
      timeMs: [0, 10, 20, 35, 50],
      lapTimeMs: 50,
      parts: [
        { first: 0, last: 2, source: 0 },
        { first: 2, last: 4, source: 1 },
      ],
    })
    assert.deepEqual(
      joinChannel(
        [
          [1, 2, 3, 4, 5],
          [11, 12, 13, 14, 15],
        ],
        lap,
      ),
      [1, 2, 3, 14, 15],
    )
  })

  test('leaves a lap out where it has a gap at the ends of a part, and is none without any', () => {
    const gap = [0, 10, null, 40, 50]
    const whole = lapOf(20, 20, 20, 20)
    assert.deepEqual(joinQuickestParts([gap, whole], GRID, 2)?.timeMs, [0, 20, 40, 60, 80])
    assert.equal(joinQuickestParts([gap], GRID, 2), null)
    assert.equal(joinQuickestParts([], GRID, 2), null)
    // A gap within a part remains a gap.
    assert.deepEqual(joinQuickestParts([[0, null, 30, 40, 50]], GRID, 2)?.timeMs, [
      0,
      null,
      30,
      40,
      50,
    ])
  })

  test('has no channel that no lap has, and gaps where the lap of a part has none', () => {
    const lap = joinQuickestParts([lapOf(10, 10, 30, 30), lapOf(20, 20, 15, 15)], GRID, 2)
    assert.ok(lap)
    assert.equal(joinChannel([null, null], lap), null)
    assert.deepEqual(joinChannel([null, [1, 2, 3, 4, 5]], lap), [null, null, null, 4, 5])
  })

  test('is at least as quick as each of its laps, and one lap alone is itself', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(
        fc.array(steps, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 4 }),
        (all, count) => {
          const laps = all.map((each) => lapOf(...each))
          const lap = joinQuickestParts(laps, GRID, count)
          assert.ok(lap && laps.every((own) => lap.lapTimeMs <= (own.at(-1) ?? 0)))
          assert.equal(lap.timeMs.at(-1), lap.lapTimeMs)
          assert.deepEqual(joinQuickestParts(laps.slice(0, 1), GRID, count)?.timeMs, laps[0])
        },
      ),
    )
  })
})
