import type { TraceChannel } from '@pitboard/contract/traces/trace-channels'
import { TRACE_CHANNELS } from '@pitboard/contract/traces/trace-channels'
import { findRow, type Series, timeAt } from './series.ts'
import { countPoints, distanceAt } from './trace-grid.ts'
import { NO_VALUE, type TraceColumnData } from './traced-lap.ts'

/** Values are not interpolated over more than this; times are rounded to the frame. */
export const GAP_MS = 510
/** No channel has such values; damaged datagrams may. */
const VALUE_MAX = 0x3fff_ffff
/** No car is faster: the distance has jumped. */
const JUMP_M_PER_MS = 0.15
/** No track is longer. */
export const LENGTH_MAX_M = 10_000

/** A car was `distanceM` from the line at the beginning of the lap, and showed this time for the lap. */
export interface LapPoint {
  timeMs: number
  distanceM: number
  lapTimeMs: number
}

/** Each value says when a car first reached a point of the grid; NaN where that is unknown. */
export interface Passages {
  readonly lengthM: number
  /** The values are session times. They are valid until the passages of another lap are created. */
  readonly sessionMs: Float64Array
  readonly lapMs: Float64Array
  /** The car has reached this place without a gap before it. */
  reachedM: number
}

/** The line has an exact time: 0 at the beginning of a lap, its lap time at the end. */
type LineTime = Pick<LapPoint, 'distanceM' | 'lapTimeMs'>

/** Arrays of one lap are used again for the next. */
const POINTS_MAX = countPoints(LENGTH_MAX_M)
const sessionTimes = new Float64Array(POINTS_MAX)
const rowsBefore = new Int32Array(POINTS_MAX)
const sharesToNext = new Float64Array(POINTS_MAX)

/** Creates the passages of a lap of at most `LENGTH_MAX_M`. */
export function createPassages(lengthM: number): Passages {
  const count = countPoints(lengthM)
  return {
    lengthM,
    sessionMs: sessionTimes.subarray(0, count).fill(NaN),
    lapMs: new Float64Array(count).fill(NaN),
    reachedM: -Infinity,
  }
}

/**
 * Adds the way from one sample to the next. `lineFrom` and `lineTo` are the line, where one of the samples is
 * beyond it.
 */
export function advance(
  passages: Passages,
  from: LapPoint,
  to: LapPoint,
  lineFrom: LineTime = from,
  lineTo: LineTime = to,
): void {
  if (!isContinuous(from, to)) return
  const { lengthM, sessionMs, lapMs, reachedM } = passages
  const fromM = Math.max(from.distanceM, reachedM)
  for (let point = firstPointAfter(fromM); point < lapMs.length; point++) {
    const atM = distanceAt(point, lengthM)
    if (atM <= fromM) continue
    if (atM > to.distanceM) break
    sessionMs[point] = between(atM, from.distanceM, to.distanceM, from.timeMs, to.timeMs)
    lapMs[point] = lapTimeAt(atM, lineFrom, lineTo)
  }
  passages.reachedM = Math.max(reachedM, to.distanceM)
}

/** Returns the lap times of passages, with the official lap time at the line. */
export function lapTimesToLine(
  { lapMs, reachedM }: Pick<Passages, 'lapMs' | 'reachedM'>,
  last: LapPoint,
  line: LapPoint,
): Float64Array {
  const times = lapMs.slice()
  if (isContinuous(last, line)) {
    const fromM = Math.max(last.distanceM, reachedM)
    for (let point = firstPointAfter(fromM); point < times.length; point++) {
      const atM = distanceAt(point, line.distanceM)
      if (atM > fromM) times[point] = lapTimeAt(atM, last, line)
    }
  }
  times[times.length - 1] = line.lapTimeMs
  return times
}

function isContinuous(from: LapPoint, to: LapPoint): boolean {
  const passedMs = to.timeMs - from.timeMs
  const metres = to.distanceM - from.distanceM
  return passedMs > 0 && passedMs <= GAP_MS && metres > 0 && metres <= passedMs * JUMP_M_PER_MS
}

function lapTimeAt(atM: number, from: LineTime, to: LineTime): number {
  return between(atM, from.distanceM, to.distanceM, from.lapTimeMs, to.lapTimeMs)
}

function firstPointAfter(distanceM: number): number {
  let point = 0
  if (distanceM > 0) point = Math.floor(distanceM / distanceAt(1, Infinity))
  return point
}

function between(at: number, from: number, to: number, valueFrom: number, valueTo: number): number {
  // The value is exact at a sample.
  if (at >= to) return valueTo
  return valueFrom + ((valueTo - valueFrom) * (at - from)) / (to - from)
}

/**
 * Returns the channels of a series at these moments, each in multiples of its resolution. A channel that is not known
 * at any of them is missing.
 */
export function sampleChannels(
  series: Series,
  channels: readonly TraceChannel[],
  sessionMs: Float64Array,
): [TraceChannel, TraceColumnData][] {
  if (series.length === 0) return []
  findPlaces(series, sessionMs)
  return channels.flatMap((channel, column): [TraceChannel, TraceColumnData][] => {
    const data = sampleColumn(series, column, channel, sessionMs.length)
    return data === null ? [] : [[channel, data]]
  })
}

/**
 * Finds for each moment the row before it, -1 where that is unknown, and the share of the way to the next row,
 * for `sampleColumn`.
 */
function findPlaces(series: Series, sessionMs: Float64Array): void {
  let row = -1
  for (let point = 0; point < sessionMs.length; point++) {
    rowsBefore[point] = -1
    sharesToNext[point] = 0
    const atMs = sessionMs[point] ?? NaN
    if (Number.isNaN(atMs)) continue
    if (row < 0) row = findRow(series, atMs)
    if (row < 0) continue
    while (row + 1 < series.length && timeAt(series, row + 1) <= atMs) row++
    const fromMs = timeAt(series, row)
    if (fromMs === atMs) rowsBefore[point] = row
    if (fromMs === atMs || row + 1 >= series.length) continue
    const toMs = timeAt(series, row + 1)
    if (toMs - fromMs > GAP_MS) continue
    rowsBefore[point] = row
    sharesToNext[point] = (atMs - fromMs) / (toMs - fromMs)
  }
}

function sampleColumn(
  { numbers, first, stride }: Series,
  column: number,
  channel: TraceChannel,
  points: number,
): TraceColumnData | null {
  const { resolution, interpolation } = TRACE_CHANNELS[channel]
  const isLinear = interpolation === 'linear'
  const data = new Int32Array(points)
  let isKnown = false
  for (let point = 0; point < points; point++) {
    const row = rowsBefore[point] ?? -1
    if (row < 0) {
      data[point] = NO_VALUE
      continue
    }
    const at = (first + row) * stride + 1 + column
    let value = numbers[at] ?? NaN
    const share = isLinear ? (sharesToNext[point] ?? 0) : 0
    if (share !== 0) value += ((numbers[at + stride] ?? NaN) - value) * share
    const whole = toMultiple(value, resolution)
    data[point] = whole
    if (whole !== NO_VALUE) isKnown = true
  }
  return isKnown ? data : null
}

/** Converts values to multiples of the channel's resolution; null if all are NaN. */
export function quantise(channel: TraceChannel, values: Float64Array): TraceColumnData | null {
  const { resolution } = TRACE_CHANNELS[channel]
  const column = new Int32Array(values.length)
  let isKnown = false
  for (let point = 0; point < values.length; point++) {
    const whole = toMultiple(values[point] ?? NaN, resolution)
    column[point] = whole
    if (whole !== NO_VALUE) isKnown = true
  }
  return isKnown ? column : null
}

function toMultiple(value: number, resolution: number): number {
  if (!Number.isFinite(value)) return NO_VALUE
  const whole = Math.round(resolution === 1 ? value : value / resolution)
  return Math.abs(whole) <= VALUE_MAX ? whole : VALUE_MAX * Math.sign(whole)
}
