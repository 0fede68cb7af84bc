import { MINI_SECTORS } from '@pitboard/contract/live/mini-sectors'
import type { TraceContradiction } from '@pitboard/contract/records/records'
import type { TraceChannel } from '@pitboard/contract/traces/trace-channels'
import { numbersOf } from '@pitboard/telemetry/traces/trace-codec'
import { distanceAt } from '@pitboard/telemetry/traces/trace-grid'
import { NO_VALUE, type LapEvidence, type TracedLap } from '@pitboard/telemetry/traces/traced-lap'

/** The game's clocks may differ by this. */
const CLOCK_MS_MAX = 100
/**
 * The time from the last sample to the line is extrapolated at the car's last speed, for at most this long.
 */
const RECKONED_MS_MAX = 150
/** The game says the time of a lap in two places. */
const SENT_MS_MAX = 5
/** Two clocks run alike, except for delays of the network. */
const RECEPTION_SHARE_MAX = 0.005
const RECEPTION_MS_MAX = 100
/** A racing line is up to two percent shorter or longer than the line that distances run along. */
const DISTANCE_SHARE_MAX = 0.04
/** Speeds lead along the places of the car, whatever its line. */
const PATH_SHARE_MAX = 0.02
/** Samples that are a tenth of a second apart may miss this much of one mini-sector. */
const PART_SHARE_MAX = 0.1
const PART_M_MAX = 5
/** Too little is known if the lap, or one of its mini-sectors, has fewer values. */
const KNOWN_SHARE_MIN = 0.95
const PART_KNOWN_SHARE_MIN = 0.8

/** A car that stands, or nearly so, has no speed between two points of the grid. */
const STEP_MS_MAX = 1_000

const KMH_PER_MS = 3.6

/** The verdict is what the telemetry of a lap says about its time. */
export interface Verdict {
  readonly contradiction: TraceContradiction | null
  /** It is true if the telemetry is so complete that it would contradict a time that is not right. */
  readonly isProven: boolean
}

export function judgeLap(lap: TracedLap): Verdict {
  // A flashback moves the clocks, and laps with one are in no record.
  if (lap.flags.includes('flashback') || lap.lapTimeMs === null) {
    return { contradiction: null, isProven: false }
  }
  if (lap.evidence.isInvalid) return { contradiction: 'invalidated', isProven: false }
  if (isTimeWrong(lap.evidence, lap.lapTimeMs)) return { contradiction: 'clock', isProven: false }
  const way = measureWay(lap)
  if (isWayWrong(way, lap.lengthM)) return { contradiction: 'speed', isProven: false }
  return { contradiction: null, isProven: hasAllTimes(lap) && isWayKnown(way) }
}

function isTimeWrong(
  { clockMs, sentLapTimeMs, reckonedMs, receptionMs }: LapEvidence,
  lapTimeMs: number,
): boolean {
  const isOff = (timeMs: number | null, mostMs: number) =>
    timeMs !== null && Math.abs(timeMs - lapTimeMs) > mostMs
  return (
    isOff(clockMs, CLOCK_MS_MAX) ||
    isOff(sentLapTimeMs, SENT_MS_MAX) ||
    isOff(reckonedMs, RECKONED_MS_MAX) ||
    Math.abs(receptionMs ?? 0) > lapTimeMs * RECEPTION_SHARE_MAX + RECEPTION_MS_MAX
  )
}

function hasAllTimes({ columns, evidence }: TracedLap): boolean {
  const { clockMs, sentLapTimeMs, reckonedMs, receptionMs } = evidence
  if (clockMs === null || sentLapTimeMs === null) return false
  if (reckonedMs === null || receptionMs === null) return false
  // A gap may hide that a part of the lap was cut out.
  return columns.get('timeMs')?.includes(NO_VALUE) === false
}

/** A part of a lap is measured in metres, each figure over what is known of it. */
interface Part {
  /** It is the distance by the speeds. */
  drivenM: number
  /** The speeds are known on this length of the lap. */
  knownM: number
  /** It is the distance by the speeds where the places of the car are known. */
  drivenOnPathM: number
  pathM: number
  /** Both are known on this length of the lap. */
  pathKnownM: number
  lengthM: number
}

const NOTHING: Part = {
  drivenM: 0,
  knownM: 0,
  drivenOnPathM: 0,
  pathM: 0,
  pathKnownM: 0,
  lengthM: 0,
}

/** Measures the way of a car in each mini-sector. */
function measureWay(lap: TracedLap): Part[] {
  const { lengthM } = lap
  const [timeMs, speedKmh] = [valuesIn(lap, 'timeMs'), valuesIn(lap, 'speedKmh')]
  const [x, z] = [valuesIn(lap, 'positionXM'), valuesIn(lap, 'positionZM')]
  const parts = Array.from({ length: MINI_SECTORS }, (): Part => ({ ...NOTHING }))
  for (let point = 1; point < timeMs.length; point++) {
    const [fromM, toM] = [distanceAt(point - 1, lengthM), distanceAt(point, lengthM)]
    const part = parts[Math.min(MINI_SECTORS - 1, Math.floor((fromM / lengthM) * MINI_SECTORS))]
    if (!part) continue
    part.lengthM += toM - fromM
    const passedMs = (timeMs[point] ?? NaN) - (timeMs[point - 1] ?? NaN)
    const speeds = (speedKmh[point - 1] ?? NaN) + (speedKmh[point] ?? NaN)
    if (!(passedMs <= STEP_MS_MAX) || Number.isNaN(speeds)) continue
    const drivenM = (speeds / 2 / KMH_PER_MS) * (passedMs / 1000)
    part.drivenM += drivenM
    part.knownM += toM - fromM
    const stepM = Math.hypot(
      (x[point] ?? NaN) - (x[point - 1] ?? NaN),
      (z[point] ?? NaN) - (z[point - 1] ?? NaN),
    )
    if (Number.isNaN(stepM)) continue
    part.drivenOnPathM += drivenM
    part.pathM += stepM
    part.pathKnownM += toM - fromM
  }
  return parts
}

/** Returns whether the speeds lead further, or less far, than the car came. */
function isWayWrong(parts: readonly Part[], lengthM: number): boolean {
  const { drivenM, knownM, drivenOnPathM, pathM, pathKnownM } = addUp(parts)
  if (knownM >= lengthM * PART_KNOWN_SHARE_MIN) {
    if (Math.abs(drivenM / knownM - 1) > DISTANCE_SHARE_MAX) return true
  }
  if (pathKnownM >= lengthM * PART_KNOWN_SHARE_MIN) {
    if (Math.abs(drivenOnPathM / pathM - 1) > PATH_SHARE_MAX) return true
  }
  return parts.some(
    (part) =>
      part.pathKnownM > 0 &&
      Math.abs(part.drivenOnPathM - part.pathM) > part.pathM * PART_SHARE_MAX + PART_M_MAX,
  )
}

function isWayKnown(parts: readonly Part[]): boolean {
  const { pathKnownM, lengthM } = addUp(parts)
  if (pathKnownM < lengthM * KNOWN_SHARE_MIN) return false
  return parts.every((part) => part.pathKnownM >= part.lengthM * PART_KNOWN_SHARE_MIN)
}

function addUp(parts: readonly Part[]): Part {
  return parts.reduce(
    (sum, part) => ({
      drivenM: sum.drivenM + part.drivenM,
      knownM: sum.knownM + part.knownM,
      drivenOnPathM: sum.drivenOnPathM + part.drivenOnPathM,
      pathM: sum.pathM + part.pathM,
      pathKnownM: sum.pathKnownM + part.pathKnownM,
      lengthM: sum.lengthM + part.lengthM,
    }),
    NOTHING,
  )
}

function valuesIn(lap: TracedLap, channel: TraceChannel): Float64Array {
  const column = lap.columns.get(channel)
  return column ? numbersOf(channel, column) : new Float64Array()
}
