import type { LapFlag } from '@pitboard/contract/traces/lap-traces'
import type { TraceChannel } from '@pitboard/contract/traces/trace-channels'
import {
  AERO_COLUMNS,
  CarState,
  type CarSamples,
  CONTROL_COLUMNS,
  ENERGY_COLUMNS,
  PLACE_COLUMNS,
  Position,
} from './car-samples.ts'
import {
  advance,
  createPassages,
  GAP_MS,
  type LapPoint,
  lapTimesToLine,
  LENGTH_MAX_M,
  type Passages,
  quantise,
  sampleChannels,
} from './resample-lap.ts'
import { findRow, type Series, timeAt, valueAt } from './series.ts'
import { isInvalidAt, receptionDrift, reckonLine, type Rows, sentLapTime } from './lap-evidence.ts'
import type { LapEvidence, TraceColumnData } from './traced-lap.ts'

/** The time of a completed lap is certain only at the end of the session. */
export interface CutLap {
  readonly lapNum: number
  readonly startMs: number
  /** It is the time of the first sample after the line. */
  readonly endMs: number
  readonly flags: ReadonlySet<LapFlag>
  readonly sampleHz: number | null
  readonly evidence: LapEvidence
  readonly columns: ReadonlyMap<TraceChannel, TraceColumnData>
  /** Returns the column of times with the lap's official time at the line. */
  timeColumn(lapTimeMs: number | null): TraceColumnData | null
}

const LINE_AT_START = { distanceM: 0, lapTimeMs: 0 }
/** Two points of a path never have the same time. */
const LEAST_MS = 0.001

/** A lap of which a smaller share is known, as after a late start, has no trace. */
const KNOWN_SHARE_LEAST = 0.25

/** Makes a lap of a car's samples; returns null if there are too few. */
export function cutLap(
  samples: CarSamples,
  lapNum: number,
  lengthM: number,
  rewindsMs: readonly number[],
): CutLap | null {
  const { positions } = samples
  const rows = findRows(positions, lapNum)
  if (rows === null || lengthM <= 0 || lengthM > LENGTH_MAX_M) return null
  const driven = createPassages(lengthM)
  const first = pointAt(positions, rows.first, 0)
  // A lap that begins on the grid or in the garage has no crossing of the line.
  if (rows.first > 0 && valueAt(positions, rows.first - 1, Position.lap) === lapNum - 1) {
    advance(driven, pointAt(positions, rows.first - 1, -lengthM), first, LINE_AT_START)
  }
  const last = advanceRows(driven, positions, rows)
  const { sessionMs, lapMs, reachedM } = driven
  // Lap times end at the last sample until the official time is known.
  const passages = { lapMs, reachedM }
  // After an outage the next sample may be of a later lap.
  const isFollowed =
    rows.end < positions.length && valueAt(positions, rows.end, Position.lap) === lapNum + 1
  const after = isFollowed ? pointBeyond(positions, rows.end, lengthM, last) : null
  if (after) advance(driven, last, after, last, { distanceM: lengthM, lapTimeMs: NaN })
  const startMs = timeAt(positions, rows.first)
  const endMs = timeAt(positions, Math.min(rows.end, positions.length - 1))
  if (countKnown(sessionMs) < sessionMs.length * KNOWN_SHARE_LEAST) return null
  const columns = sampleAll(samples, sessionMs)
  const reckonedMs = reckonLine(samples, last, lengthM)
  const rewound = rewindsMs.some((atMs) => atMs >= startMs && atMs < endMs)
  return {
    lapNum,
    startMs,
    endMs,
    columns,
    flags: flagsOf(positions, rows, rewound),
    sampleHz: sampleHz(samples.controls, startMs, endMs),
    evidence: {
      clockMs: after && clockBetween(first, last, after, reckonedMs),
      receptionMs: receptionDrift(positions, rows),
      sentLapTimeMs: isFollowed ? sentLapTime(positions, rows.end) : null,
      reckonedMs,
      isInvalid: isInvalidAt(positions, rows),
    },
    timeColumn: (official) => quantise('timeMs', timesOf(passages, last, official, lengthM)),
  }
}

/** Adds the way over these rows and returns the last point. */
function advanceRows(driven: Passages, positions: Series, { first, end }: Rows): LapPoint {
  let last = pointAt(positions, first, 0)
  // Two points are used in turn, because one for each row would be garbage.
  let point = pointAt(positions, first, 0)
  for (let row = first + 1; row < end; row++) {
    point.timeMs = timeAt(positions, row)
    point.distanceM = valueAt(positions, row, Position.distanceM)
    point.lapTimeMs = valueAt(positions, row, Position.lapTimeMs)
    advance(driven, last, point)
    const passed = last
    last = point
    point = passed
  }
  return last
}

function timesOf(
  passages: Pick<Passages, 'lapMs' | 'reachedM'>,
  last: LapPoint,
  official: number | null,
  lengthM: number,
): Float64Array {
  const restMs = official === null ? NaN : official - last.lapTimeMs
  if (official === null || !(restMs >= 0 && restMs <= GAP_MS)) return passages.lapMs
  const timeMs = last.timeMs + Math.max(restMs, LEAST_MS)
  return lapTimesToLine(passages, last, { timeMs, distanceM: lengthM, lapTimeMs: official })
}

function countKnown(values: Float64Array): number {
  let known = 0
  for (const value of values) if (!Number.isNaN(value)) known++
  return known
}

/**
 * Returns how long the lap took by session time, in ms; null if unknown. A sample has the time of its lap,
 * and thereby says when the lap began.
 */
function clockBetween(
  first: LapPoint,
  last: LapPoint,
  next: LapPoint,
  reckonedMs: number | null,
): number | null {
  const beganMs = first.timeMs - first.lapTimeMs
  if (next.lapTimeMs < last.lapTimeMs) return Math.round(next.timeMs - next.lapTimeMs - beganMs)
  // Some games let the lap time run on at the flag, so that the time at the line follows from the car's last
  // sample.
  if (reckonedMs === null) return null
  return Math.round(last.timeMs + reckonedMs - last.lapTimeMs - beganMs)
}

function findRows(positions: Series, lapNum: number): Rows | null {
  let end = positions.length
  while (end > 0 && valueAt(positions, end - 1, Position.lap) > lapNum) end--
  let first = end
  while (first > 0 && valueAt(positions, first - 1, Position.lap) === lapNum) first--
  return end - first < 2 ? null : { first, end }
}

function pointAt(positions: Series, row: number, offsetM: number): LapPoint {
  return {
    timeMs: timeAt(positions, row),
    distanceM: valueAt(positions, row, Position.distanceM) + offsetM,
    lapTimeMs: valueAt(positions, row, Position.lapTimeMs),
  }
}

/** Returns the sample after the line. At the flag some games do not begin the distance again. */
function pointBeyond(positions: Series, row: number, lengthM: number, last: LapPoint): LapPoint {
  const point = pointAt(positions, row, lengthM)
  return point.distanceM > last.distanceM + lengthM / 2 ? pointAt(positions, row, 0) : point
}

function sampleAll(
  { controls, places, energy, aero }: CarSamples,
  sessionMs: Float64Array,
): Map<TraceChannel, TraceColumnData> {
  return new Map([
    ...sampleChannels(controls, CONTROL_COLUMNS, sessionMs),
    ...sampleChannels(places, PLACE_COLUMNS, sessionMs),
    ...sampleChannels(energy, ENERGY_COLUMNS, sessionMs),
    ...sampleChannels(aero, AERO_COLUMNS, sessionMs),
  ])
}

function flagsOf(positions: Series, { first, end }: Rows, rewound: boolean): Set<LapFlag> {
  const stateAt = (row: number) => valueAt(positions, row, Position.state)
  const flags = new Set<LapFlag>()
  if ((stateAt(first) & (CarState.inPits | CarState.outLap)) !== 0) flags.add('outLap')
  if ((stateAt(end - 1) & (CarState.inPits | CarState.inLap)) !== 0) flags.add('inLap')
  if (rewound) flags.add('flashback')
  for (let row = first; row < end; row++) {
    if ((stateAt(row) & CarState.paused) !== 0) flags.add('paused')
  }
  return flags
}

function sampleHz(controls: Series, startMs: number, endMs: number): number | null {
  const count = findRow(controls, endMs) - findRow(controls, startMs)
  if (count <= 0 || endMs <= startMs) return null
  return Math.round((count * 10_000) / (endMs - startMs)) / 10
}
