import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addRow, createSeries, dropAfter, dropBefore, findRow, timeAt, valueAt } from './series.ts'

interface Row {
  readonly timeMs: number
  readonly value: number
}

type Step = { readonly kind: 'add' | 'dropBefore' | 'dropAfter'; readonly timeMs: number }

/** Does the same with a plain list of rows. */
function applyTo(rows: readonly Row[], { kind, timeMs }: Step, value: number): readonly Row[] {
  if (kind === 'dropBefore') return rows.filter((row) => row.timeMs >= timeMs)
  if (kind === 'dropAfter') return rows.filter((row) => row.timeMs <= timeMs)
  const lastMs = rows.at(-1)?.timeMs ?? -Infinity
  if (!(timeMs >= lastMs)) return rows
  return [...rows.filter((row) => row.timeMs < timeMs), { timeMs, value }]
}

test('a series is the rows that were added in order, less those removed at its ends', () => {
  const kind = fc.constantFrom('add', 'add', 'add', 'add', 'dropBefore', 'dropAfter')
  const step = fc.record({ kind, ahead: fc.integer({ min: -3, max: 9 }) })
  fc.assert(
    fc.property(fc.array(step, { minLength: 60, maxLength: 600 }), (steps) => {
      const series = createSeries(2)
      let rows: readonly Row[] = []
      let nowMs = 0
      for (const [index, { kind, ahead }] of steps.entries()) {
        const timeMs = kind === 'dropBefore' ? nowMs - 100 + ahead : nowMs + ahead
        const last = rows.length - 1
        if (kind === 'add') {
          const to = addRow(series, timeMs)
          assert.equal(to < 0, timeMs < (rows.at(-1)?.timeMs ?? -Infinity))
          if (to >= 0) series.numbers.set([index, -index], to)
        } else if (kind === 'dropBefore') dropBefore(series, timeMs)
        else dropAfter(series, timeMs)
        rows = applyTo(rows, { kind, timeMs }, index)
        nowMs = Math.max(rows.at(-1)?.timeMs ?? nowMs, last < 0 ? nowMs : 0)
        assert.equal(series.length, rows.length)
      }
      for (const [at, row] of rows.entries()) {
        const known = [timeAt(series, at), valueAt(series, at, 0), valueAt(series, at, 1)]
        assert.deepEqual(known, [row.timeMs, row.value, -row.value])
      }
      for (let timeMs = nowMs - 50; timeMs < nowMs + 5; timeMs++) {
        const wanted = rows.findLastIndex((row) => row.timeMs <= timeMs)
        assert.equal(findRow(series, timeMs), wanted)
      }
    }),
    { numRuns: 60 },
  )
})

test('a row without a time is not added', () => {
  const series = createSeries(1)
  assert.equal(addRow(series, NaN), -1)
  assert.equal(addRow(series, 5), 1)
  assert.equal(addRow(series, NaN), -1)
  assert.equal(series.length, 1)
})

test('a series that moves on keeps the room that it has', () => {
  const series = createSeries(1)
  for (let timeMs = 0; timeMs < 10_000; timeMs++) {
    addRow(series, timeMs)
    dropBefore(series, timeMs - 20)
  }
  assert.equal(series.numbers.length, 64 * 2)
  assert.equal(series.length, 21)
})
