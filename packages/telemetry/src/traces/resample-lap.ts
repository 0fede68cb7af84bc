import type { TraceChannel } from '@pitboard/contract/traces/trace-channels'
import { TRACE_CHANNELS } from '@pitboard/contract/traces/trace-channels'
import type { Series } from './series.ts'
import { countPoints, distanceAt } from './trace-grid.ts'
import { NO_VALUE, type TraceColumnData } from './traced-lap.ts'

/** Values are not interpolated over more than this; times are rounded to the frame. */
export const GAP_MS = 510
/** No channel has such values; damaged datagrams may. */
const VALUE_MAX = 0x3fff_ffff
/** Faster than any car: the distance has jumped. */
const JUMP_M_PER_MS = 0.15

/** Where a car was: metres from the line at the beginning of the lap, and the time that it shows for the lap. */
export interface LapPoint {
  readonly timeMs: number
  readonly distanceM: number
  readonly lapTimeMs: number
}

/** When a car first reached each point of the grid; NaN where that is unknown. */
export interface Passages {
  /** Session time. */
  readonly sessionMs: Float64Array
  readonly lapMs: Float64Array
  /** The furthest place that the car has reached without a gap before it. */
  readonly reachedM: number
}

/** The line has an exact time: 0 at the beginning of a lap, its lap time at the end. */
export type LineTime = Pick<LapPoint, 'distanceM' | 'lapTimeMs'>

/** Creates the passages of a lap; `advance` adds the way from one sample to the next. */
export function createPassages(lengthM: number): Passages & {
  /** `lineFrom` and `lineTo` are the line, where one of the samples is beyond it. */
  advance(from: LapPoint, to: LapPoint, lineFrom?: LineTime, lineTo?: LineTime): void
} {
  const count = countPoints(lengthM)
  const sessionMs = new Float64Array(count).fill(NaN)
  const lapMs = new Float64Array(count).fill(NaN)
  let reachedM = -Infinity
  return {
    ...{ sessionMs, lapMs },
    get reachedM() {
      return reachedM
    },
    advance(from, to, lineFrom = from, lineTo = to) {
      if (!isContinuous(from, to)) return
      const fromM = Math.max(from.distanceM, reachedM)
      for (let point = firstPointAfter(fromM); point < count; point++) {
        const atM = distanceAt(point, lengthM)
        if (atM <= fromM) continue
        if (atM > to.distanceM) break
        sessionMs[point] = between(atM, from.distanceM, to.distanceM, from.timeMs, to.timeMs)
        lapMs[point] = lapTimeAt(atM, lineFrom, lineTo)
      }
      reachedM = Math.max(reachedM, to.distanceM)
    },
  }
}

/** The lap times of passages, with the official lap time at the line. */
export function lapTimesToLine(
  { lapMs, reachedM }: Passages,
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
  // Exact at a sample.
  if (at >= to) return valueTo
  return valueFrom + ((valueTo - valueFrom) * (at - from)) / (to - from)
}

/**
 * The channels of a series at these moments, each in multiples of its resolution. A channel that is not
 * known at any of them is missing.
 */
export function sampleChannels(
  series: Series,
  channels: readonly TraceChannel[],
  sessionMs: Float64Array,
): [TraceChannel, TraceColumnData][] {
  if (series.length === 0) return []
  const { rows, shares } = findPlaces(series, sessionMs)
  const values = new Float64Array(sessionMs.length)
  return channels.flatMap((channel, column): [TraceChannel, TraceColumnData][] => {
    const isLinear = TRACE_CHANNELS[channel].interpolation === 'linear'
    series.readColumn(column, rows, isLinear ? shares : null, values)
    const data = quantise(channel, values)
    return data === null ? [] : [[channel, data]]
  })
}

/** For each moment the row before it, -1 where that is unknown, and the share of the way to the next row. */
function findPlaces(
  series: Series,
  sessionMs: Float64Array,
): { readonly rows: Int32Array; readonly shares: Float64Array } {
  const rows = new Int32Array(sessionMs.length).fill(-1)
  const shares = new Float64Array(sessionMs.length)
  let row = -1
  for (let point = 0; point < sessionMs.length; point++) {
    const atMs = sessionMs[point] ?? NaN
    if (Number.isNaN(atMs)) continue
    if (row < 0) row = series.findRow(atMs)
    if (row < 0) continue
    while (row + 1 < series.length && series.timeAt(row + 1) <= atMs) row++
    const fromMs = series.timeAt(row)
    if (fromMs === atMs) rows[point] = row
    if (fromMs === atMs || row + 1 >= series.length) continue
    const toMs = series.timeAt(row + 1)
    if (toMs - fromMs > GAP_MS) continue
    rows[point] = row
    shares[point] = (atMs - fromMs) / (toMs - fromMs)
  }
  return { rows, shares }
}

/** Converts values to multiples of the channel's resolution; null if all are NaN. */
export function quantise(channel: TraceChannel, values: Float64Array): TraceColumnData | null {
  const { resolution } = TRACE_CHANNELS[channel]
  const column = new Int32Array(values.length).fill(NO_VALUE)
  let isKnown = false
  for (let point = 0; point < values.length; point++) {
    const value = values[point] ?? NaN
    if (!Number.isFinite(value)) continue
    const whole = Math.round(value / resolution)
    column[point] = Math.abs(whole) <= VALUE_MAX ? whole : VALUE_MAX * Math.sign(whole)
    isKnown = true
  }
  return isKnown ? column : null
}
