import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDriver } from '../../../testing/a-session.ts'
import { en } from '../../../testing/text.ts'
import { lapMark } from './lap-mark.ts'
import { driverColumn, numberColumn } from './row-columns.ts'

test('the column of the drivers names its rows and is sorted by what it shows', () => {
  const { sortBy, cell, ...column } = driverColumn<{ readonly driver: { readonly name: string } }>(
    en,
  )
  assert.deepEqual(column, { key: 'driver', name: en('session.driver'), namesRow: true })
  const row = { driver: { name: 'Ann' } }
  assert.deepEqual([sortBy?.(row), cell(row)], ['Ann', 'Ann'])
})

const lapsOf = (value: number | null) => `${value} laps`

test('a number stands on the right, on a phone below the others, and is sorted as a number', () => {
  interface Row {
    readonly laps: number | null
  }
  const read = ({ laps }: Row) => laps
  const { sortBy, cell, ...column } = numberColumn<Row>({ key: 'laps', name: 'Laps', read })
  assert.deepEqual(column, { key: 'laps', name: 'Laps', align: 'right', phone: 'below' })
  assert.deepEqual([sortBy?.({ laps: 7 }), cell({ laps: 7 })], [7, '7'])
  assert.deepEqual([sortBy?.({ laps: null }), cell({ laps: null })], [null, '–'])
  assert.equal(
    numberColumn<Row>({ key: 'laps', name: '', read, format: lapsOf }).cell({ laps: 7 }),
    '7 laps',
  )
})

const lap = (lapTime: number | null, invalidLap = false) => ({
  lapTime,
  sector1Time: null,
  sector2Time: null,
  sector3Time: null,
  invalidLap,
})
for (const [rule, own, best, mark] of [
  ['that was cut', lap(80_000, true), 80_000, 'invalid'],
  ['without a time', lap(null), null, null],
  ['that is the best of all', lap(80_000), 80_000, 'sessionBest'],
  ['that is the best of its driver', lap(81_000), 81_000, 'personalBest'],
  ['that is neither', lap(82_000), 81_000, null],
] as const) {
  test(`a lap ${rule} has the mark ${mark}`, () => {
    assert.equal(lapMark(own, aDriver({ bestLapTimeMs: best }), 80_000), mark)
  })
}
