import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TraceChannel } from '@pitboard/contract/traces/trace-channels'
import {
  advance,
  createPassages,
  type LapPoint,
  lapTimesToLine,
  quantise,
  sampleChannels,
} from './resample-lap.ts'
import { addRow, createSeries } from './series.ts'
import { NO_VALUE } from './traced-lap.ts'

const START_MS = 10_000

/** Builds a point at a lap time; the lap began at `START_MS`. */
function point(lapTimeMs: number, distanceM: number): LapPoint {
  return { timeMs: START_MS + lapTimeMs, distanceM, lapTimeMs }
}

/** Returns the lap times at 0, 5, 10 … m of a lap of 22 m; null where unknown. */
function passedAt(...points: readonly LapPoint[]) {
  const passages = createPassages(22)
  for (const [index, to] of points.entries()) {
    const from = points[index - 1]
    if (from) advance(passages, from, to)
  }
  return {
    lapMs: knownOf(passages.lapMs),
    sessionMs: knownOf(passages.sessionMs),
    reachedM: passages.reachedM,
  }
}

function knownOf(values: Float64Array): (number | null)[] {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value))
}

describe('when a car passed the points of the grid', () => {
  test('is interpolated by distance between two samples', () => {
    const { lapMs, sessionMs, reachedM } = passedAt(point(0, 0), point(100, 10), point(220, 22))
    assert.deepEqual(lapMs, [null, 50, 100, 150, 200, 220])
    assert.deepEqual(
      sessionMs,
      lapMs.map((ms) => (ms === null ? null : START_MS + ms)),
    )
    assert.equal(reachedM, 22)
  })

  test('is that of the first time, for a car that goes back', () => {
    const { lapMs } = passedAt(point(0, -1), point(100, 11), point(200, 8), point(300, 14))
    const rounded = lapMs.slice(0, 4).map((ms) => (ms === null ? null : Math.round(ms)))
    assert.deepEqual(rounded, [8, 50, 92, null])
    const on = passedAt(point(0, -1), point(100, 11), point(200, 8), point(300, 14), point(400, 16))
    assert.equal(on.lapMs[3], 350)
  })

  test('is unknown over more than 510 ms, without time between, and where the distance jumps', () => {
    assert.equal(passedAt(point(0, 1), point(510, 9)).lapMs[1], 255)
    assert.equal(passedAt(point(0, 1), point(511, 9)).lapMs[1], null)
    assert.equal(passedAt(point(100, 1), point(100, 9)).lapMs[1], null)
    assert.equal(passedAt(point(0, 1), point(100, 16)).lapMs[1], (4 / 15) * 100)
    assert.equal(passedAt(point(0, 1), point(100, 16.1)).lapMs[1], null)
    assert.equal(passedAt(point(0, 5), point(100, 5)).lapMs[1], null)
  })

  test('takes the line where one of the samples is beyond it', () => {
    const passages = createPassages(22)
    const from = { timeMs: START_MS - 50, distanceM: -5, lapTimeMs: 90_000 }
    advance(passages, from, point(100, 10), { distanceM: 0, lapTimeMs: 0 })
    assert.deepEqual(knownOf(passages.lapMs).slice(0, 3), [0, 50, 100])
    assert.deepEqual(knownOf(passages.sessionMs).slice(0, 3), [
      START_MS,
      START_MS + 50,
      START_MS + 100,
    ])
  })

  test('ends with the official time at the line', () => {
    const passages = createPassages(22)
    advance(passages, point(0, 0), point(100, 10))
    const times = (line: LapPoint) =>
      knownOf(lapTimesToLine({ ...passages, lapMs: passages.lapMs.slice() }, point(100, 10), line))
    assert.deepEqual(times(point(220, 22)), [null, 50, 100, 150, 200, 220])
    assert.deepEqual(times(point(900, 22)), [null, 50, 100, null, null, 900])
    const ahead = { lapMs: passages.lapMs.slice(), reachedM: 16 }
    const [, , , third, fourth] = knownOf(lapTimesToLine(ahead, point(100, 10), point(220, 22)))
    assert.deepEqual([third, fourth], [null, 200])
  })
})

describe('the channels at the moments of the points', () => {
  test('lie between two samples, or are held from the one before', () => {
    assert.deepEqual(sampled('speedKmh', [0, 25, 50, 100]), [100, 110, 120, 140])
    assert.deepEqual(sampled('gear', [0, 25, 99, 100]), [100, 100, 100, 140])
    assert.deepEqual(sampled('engineRpm', [0, 25, 100]), [2, 2, 3])
    assert.deepEqual(sampled('positionXM', [25]), [1_100])
  })

  test('are unknown before the first sample, after the last one and in a gap of more than 510 ms', () => {
    assert.deepEqual(sampled('speedKmh', [-1, 100, 355, 610, 611]), [null, 140, 170, 200, null])
    const late = sampled('speedKmh', [100, 355, 611], 611)
    assert.deepEqual(late, [140, null, 200])
  })

  test('without any value are missing', () => {
    assert.equal(sampled('speedKmh', [-5, NaN]), null)
    assert.deepEqual(sampleChannels(createSeries(1), ['gear'], Float64Array.from([1])), [])
  })
})

describe('a column', () => {
  test('has whole multiples of the resolution, and the largest of those that are too large', () => {
    assert.deepEqual(
      [...(quantise('engineRpm', Float64Array.from([149, 174, 176, NaN])) ?? [])],
      [3, 3, 4, NO_VALUE],
    )
    assert.deepEqual(
      [...(quantise('speedKmh', Float64Array.from([1e12, -1e12, Infinity])) ?? [])],
      [0x3fff_ffff, -0x3fff_ffff, NO_VALUE],
    )
    assert.equal(quantise('gear', Float64Array.from([NaN, Infinity])), null)
  })
})

/** Resamples a series with 100 at 0 ms, 140 at 100 ms, and 200 after a gap. */
function sampled(channel: TraceChannel, atMs: readonly number[], lastMs = 610) {
  const series = createSeries(1)
  for (const [timeMs, value] of [
    [0, 100],
    [100, 140],
    [lastMs, 200],
  ] as const) {
    series.numbers[addRow(series, timeMs)] = value
  }
  const [found] = sampleChannels(series, [channel], Float64Array.from(atMs))
  return found ? Array.from(found[1], (value) => (value === NO_VALUE ? null : value)) : null
}
