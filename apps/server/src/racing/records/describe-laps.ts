import { student95 } from '@pitboard/analysis/statistics/student'
import { median } from '@pitboard/analysis/statistics/quantile'
import {
  type DrivenLap,
  type LapStatistics,
  PROGRESS_MAX,
} from '@pitboard/contract/records/records'
import type { DrivenLapTable } from './lap-tables.ts'

/** Slower laps were not driven to be fast: the share is that of qualifying. */
const CLEAN_SHARE_MAX = 1.07
const DEVIATION_LAPS_MIN = 5
const PACE_LAPS_MIN = 20
const PACE_AGES_MIN = 5
/** Each session takes one, and the slope one. With fewer the interval says nothing. */
const PACE_FREEDOM_MIN = 5
const WITHHELD_MAX = 10

export type OwnLapRow = DrivenLap & Pick<DrivenLapTable, 'withheld'>

/** Describes the laps, which come with the newest first. */
export function describeLaps(all: readonly OwnLapRow[]): Omit<LapStatistics, 'miniSectorBest'> {
  const laps = all.filter(({ withheld }) => withheld === null).map(withoutReason)
  const best = fastestOf(laps)
  const clean = best
    ? laps.filter(({ lapTimeMs }) => lapTimeMs <= best.lapTimeMs * CLEAN_SHARE_MAX)
    : []
  const timesMs = clean.map(({ lapTimeMs }) => lapTimeMs)
  return {
    laps: laps.length,
    best,
    cleanLaps: clean.length,
    theoreticalBestMs: best && Math.min(best.lapTimeMs, theoreticalBestOf(laps)),
    medianMs: best && Math.round(median(timesMs)),
    deviationMs: clean.length < DEVIATION_LAPS_MIN ? null : deviationOf(timesMs),
    progress: progressOf(clean),
    tyrePace: tyrePaceOf(clean),
    withheld: all
      .flatMap(({ withheld: reason, ...lap }) => (reason === null ? [] : [{ ...lap, reason }]))
      .slice(0, WITHHELD_MAX),
  }
}

function fastestOf(laps: readonly DrivenLap[]): DrivenLap | null {
  return laps.toSorted((a, b) => a.lapTimeMs - b.lapTimeMs)[0] ?? null
}

function withoutReason({ withheld: _withheld, ...lap }: OwnLapRow): DrivenLap {
  return lap
}

function theoreticalBestOf(laps: readonly DrivenLap[]): number {
  const bestOf = (read: (lap: DrivenLap) => number) => Math.min(...laps.map(read))
  return (
    bestOf((lap) => lap.sector1TimeMs) +
    bestOf((lap) => lap.sector2TimeMs) +
    bestOf((lap) => lap.sector3TimeMs)
  )
}

/** Returns the standard deviation of a sample; NaN for fewer than two values. */
function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values)
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1))
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function progressOf(clean: readonly DrivenLap[]): LapStatistics['progress'] {
  const sessions = [...Map.groupBy(clean, ({ sessionId }) => sessionId).values()]
  return sessions
    .slice(0, PROGRESS_MAX)
    .toReversed()
    .flatMap((laps) => {
      const best = fastestOf(laps)
      if (!best) return []
      const { sessionId, driverIdx, lapNum, drivenAt, hasTrace, lapTimeMs: bestMs } = best
      const timesMs = laps.map(({ lapTimeMs }) => lapTimeMs)
      return [
        {
          sessionId,
          drivenAt,
          bestMs,
          driverIdx,
          lapNum,
          hasTrace,
          laps: laps.length,
          medianMs: Math.round(median(timesMs)),
        },
      ]
    })
}

/**
 * Fits a straight line through lap times over tyre ages, within each session, because fuel and setup differ
 * between them.
 */
function tyrePaceOf(clean: readonly DrivenLap[]): LapStatistics['tyrePace'] {
  const compounds = Map.groupBy(clean, ({ tyreCompound }) => tyreCompound)
  return [...compounds].flatMap(([tyreCompound, laps]) => {
    const ages = new Set(laps.map(({ tyreAgeLaps }) => tyreAgeLaps))
    if (laps.length < PACE_LAPS_MIN || ages.size < PACE_AGES_MIN) return []
    const points = [...Map.groupBy(laps, ({ sessionId }) => sessionId).values()].flatMap(centre)
    const sumOf = (read: (point: Point) => number) =>
      points.reduce((sum, point) => sum + read(point), 0)
    const spread = sumOf(({ age }) => age ** 2)
    if (spread === 0) return []
    const slope = sumOf(({ age, timeMs }) => age * timeMs) / spread
    const sessions = new Set(laps.map(({ sessionId }) => sessionId)).size
    const freedom = points.length - sessions - 1
    if (freedom < PACE_FREEDOM_MIN) return []
    const variance = sumOf(({ age, timeMs }) => (timeMs - slope * age) ** 2) / freedom
    const confidenceMs = student95(freedom) * Math.sqrt(variance / spread)
    return [{ tyreCompound, laps: laps.length, lossPerLapMs: slope, confidenceMs }]
  })
}

interface Point {
  readonly age: number
  readonly timeMs: number
}

/** Returns ages and times of one session around their means. */
function centre(laps: readonly DrivenLap[]): Point[] {
  const age = meanOf(laps.map(({ tyreAgeLaps }) => tyreAgeLaps))
  const timeMs = meanOf(laps.map(({ lapTimeMs }) => lapTimeMs))
  return laps.map((lap) => ({ age: lap.tyreAgeLaps - age, timeMs: lap.lapTimeMs - timeMs }))
}
