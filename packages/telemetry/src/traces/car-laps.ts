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
import { findPassages, GAP_MS, type LapPoint, quantise, sampleChannels } from './resample-lap.ts'
import type { Series } from './series.ts'
import type { TraceColumnData } from './traced-lap.ts'

/** A completed lap; its time is known for certain at the end of the session. */
export interface CutLap {
  readonly lapNum: number
  readonly startMs: number
  /** Of the first sample after the line. */
  readonly endMs: number
  readonly flags: ReadonlySet<LapFlag>
  readonly sampleHz: number | null
  readonly columns: ReadonlyMap<TraceChannel, TraceColumnData>
  /** Returns the column of times with the lap's official time at the line. */
  timeColumn(lapTimeMs: number | null): TraceColumnData | null
}

/** Two points of a path never have the same time. */
const LEAST_MS = 0.001

interface Rows {
  readonly first: number
  /** After the last one. */
  readonly end: number
}

/** A lap of which less is known, as after a late start, has no trace. */
const KNOWN_SHARE_LEAST = 0.25
/** No track is longer. */
const LENGTH_MAX_M = 10_000

/** Makes a lap of a car's samples; null if there are too few. */
export function cutLap(
  samples: CarSamples,
  lapNum: number,
  lengthM: number,
  rewindsMs: readonly number[],
): CutLap | null {
  const { positions } = samples
  const rows = findRows(positions, lapNum)
  if (rows === null || lengthM <= 0 || lengthM > LENGTH_MAX_M) return null
  const before = rows.first > 0 ? pointAt(positions, rows.first - 1, -lengthM) : null
  const points = Array.from({ length: rows.end - rows.first }, (_, i) =>
    pointAt(positions, rows.first + i, 0),
  )
  const last = points.at(-1)
  const after = rows.end < positions.length ? pointAt(positions, rows.end, lengthM) : null
  // At the flag some games do not begin the distance again.
  const crossed =
    after && last && after.distanceM > last.distanceM + lengthM / 2
      ? { ...after, distanceM: after.distanceM - lengthM }
      : after
  const startMs = positions.timeAt(rows.first)
  const endMs = positions.timeAt(Math.min(rows.end, positions.length - 1))
  const isFirst = before === null || positions.valueAt(rows.first - 1, Position.lap) !== lapNum - 1
  const path = { before: isFirst ? null : before, points, after: crossed, lengthM, lapTimeMs: null }
  const { sessionMs } = findPassages(path)
  if (sessionMs.filter((ms) => !Number.isNaN(ms)).length < sessionMs.length * KNOWN_SHARE_LEAST) {
    return null
  }
  const columns = sampleAll(samples, sessionMs)
  const rewound = rewindsMs.some((atMs) => atMs >= startMs && atMs < endMs)
  return {
    ...{ lapNum, startMs, endMs, columns },
    flags: flagsOf(positions, rows, rewound),
    sampleHz: sampleHz(samples.controls, startMs, endMs),
    timeColumn(official) {
      const restMs = last && official !== null ? official - last.lapTimeMs : NaN
      if (official === null || !last || !(restMs >= 0 && restMs <= GAP_MS)) {
        return quantise('timeMs', findPassages(path).lapMs)
      }
      const timeMs = last.timeMs + Math.max(restMs, LEAST_MS)
      const line = { timeMs, distanceM: lengthM, lapTimeMs: official }
      const { lapMs } = findPassages({ ...path, lapTimeMs: official, after: line })
      lapMs[lapMs.length - 1] = official
      return quantise('timeMs', lapMs)
    },
  }
}

function findRows(positions: Series, lapNum: number): Rows | null {
  let end = positions.length
  while (end > 0 && positions.valueAt(end - 1, Position.lap) > lapNum) end--
  let first = end
  while (first > 0 && positions.valueAt(first - 1, Position.lap) === lapNum) first--
  return end - first < 2 ? null : { first, end }
}

function pointAt(positions: Series, row: number, offsetM: number): LapPoint {
  return {
    timeMs: positions.timeAt(row),
    distanceM: positions.valueAt(row, Position.distanceM) + offsetM,
    lapTimeMs: positions.valueAt(row, Position.lapTimeMs),
  }
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
  const stateAt = (row: number) => positions.valueAt(row, Position.state)
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
  const count = controls.findRow(endMs) - controls.findRow(startMs)
  if (count <= 0 || endMs <= startMs) return null
  return Math.round((count * 10_000) / (endMs - startMs)) / 10
}
