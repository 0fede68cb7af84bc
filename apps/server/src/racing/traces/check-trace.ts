import type { TraceContradiction } from '@pitboard/contract/records/records'
import { numbersOf } from '@pitboard/telemetry/traces/trace-codec'
import { distanceAt } from '@pitboard/telemetry/traces/trace-grid'
import type { TracedLap } from '@pitboard/telemetry/traces/traced-lap'

/** A frame of the slowest rate that a game sends, and what its clocks may differ. */
const CLOCK_MS_MAX = 250
/** A racing line is up to two percent shorter or longer than the line that distances run along. */
const DISTANCE_SHARE_MAX = 0.04
/** Of fewer speeds too little is known. */
const KNOWN_SHARE_MIN = 0.8

const KMH_PER_MS = 3.6

/** What the telemetry of a lap says against its time; null if nothing does. */
export function findContradiction(lap: TracedLap): TraceContradiction | null {
  // A flashback moves the clocks, and laps with one are in no record.
  if (lap.flags.includes('flashback')) return null
  const { clockMs, lapTimeMs, lengthM } = lap
  if (lapTimeMs === null) return null
  if (clockMs !== null && Math.abs(clockMs - lapTimeMs) > CLOCK_MS_MAX) return 'clock'
  const isWrong = isSpeedWrong(valuesIn(lap, 'timeMs'), valuesIn(lap, 'speedKmh'), lengthM)
  return isWrong ? 'speed' : null
}

/** Whether the speeds lead further, or less far, than the distances that they were driven at. */
function isSpeedWrong(timeMs: Float64Array, speedKmh: Float64Array, lengthM: number): boolean {
  let drivenM = 0
  let knownM = 0
  for (let point = 1; point < timeMs.length; point++) {
    const passedMs = (timeMs[point] ?? NaN) - (timeMs[point - 1] ?? NaN)
    const speeds = (speedKmh[point - 1] ?? NaN) + (speedKmh[point] ?? NaN)
    if (Number.isNaN(passedMs) || Number.isNaN(speeds)) continue
    drivenM += (speeds / 2 / KMH_PER_MS) * (passedMs / 1000)
    knownM += distanceAt(point, lengthM) - distanceAt(point - 1, lengthM)
  }
  if (knownM < lengthM * KNOWN_SHARE_MIN) return false
  return Math.abs(drivenM / knownM - 1) > DISTANCE_SHARE_MAX
}

function valuesIn(lap: TracedLap, channel: 'timeMs' | 'speedKmh'): Float64Array {
  const column = lap.columns.get(channel)
  return column ? numbersOf(channel, column) : new Float64Array()
}
