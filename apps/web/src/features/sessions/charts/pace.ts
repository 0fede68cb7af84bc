import type { Driver } from '@pitboard/contract/driver'
import { isNeutralised, type Neutralised } from './neutralised.ts'

/** The laps a driver ended in the pits or began there. */
export function pitLapsOf({ pitStops }: Pick<Driver, 'pitStops'>): Set<number> {
  return new Set(pitStops.flatMap(({ lapNum }) => [lapNum, lapNum + 1]))
}

/** Times of laps driven at racing pace: neither the first, nor to or from the pits, nor neutralised. */
export function racingLapsOf(
  driver: Pick<Driver, 'lapTimes' | 'numberOfLaps' | 'pitStops'>,
  neutralised: readonly Neutralised[],
): number[] {
  const pitLaps = pitLapsOf(driver)
  return driver.lapTimes.slice(0, driver.numberOfLaps).flatMap(({ lapTime }, index) => {
    const lap = index + 1
    if (lapTime === null || lap === 1 || pitLaps.has(lap) || isNeutralised(lap, neutralised)) {
      return []
    }
    return [lapTime]
  })
}

export interface Spread {
  readonly min: number
  readonly lowerQuartile: number
  readonly median: number
  readonly upperQuartile: number
  readonly max: number
  readonly laps: number
}

/** Null where there is no lap. Quartiles between two laps are interpolated. */
export function spreadOf(times: readonly number[]): Spread | null {
  if (times.length === 0) return null
  const sorted = times.toSorted((a, b) => a - b)
  return {
    min: quantile(sorted, 0),
    lowerQuartile: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    upperQuartile: quantile(sorted, 0.75),
    max: quantile(sorted, 1),
    laps: sorted.length,
  }
}

function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)] ?? 0
  const above = sorted[Math.ceil(at)] ?? below
  return below + (above - below) * (at % 1)
}

const OUTLYING_IQRS = 1.5
const DAMPED_SHARE = 0.3
/** The range never gets so narrow that ordinary laps look wild. */
const RANGE_MIN_MS = 1000

/**
 * Where a lap time is drawn: as it is among ordinary ones, drawn together above them, so that a
 * slow lap does not press all others flat. Longer laps still stand higher.
 */
export function damping(times: readonly number[], ordinary: readonly number[]) {
  const spread = spreadOf(ordinary.length > 0 ? ordinary : times)
  const floorMs = Math.min(...times, spread?.min ?? 0)
  const quartiles = spread ? spread.upperQuartile - spread.lowerQuartile : 0
  const limitMs = Math.max(
    (spread?.upperQuartile ?? 0) + quartiles * OUTLYING_IQRS,
    floorMs + RANGE_MIN_MS,
  )
  const roomMs = (limitMs - floorMs) * DAMPED_SHARE
  return {
    floorMs,
    limitMs,
    ceilingMs: limitMs + roomMs,
    place: (timeMs: number) =>
      timeMs <= limitMs
        ? timeMs
        : limitMs + roomMs * (1 - Math.exp((limitMs - timeMs) / (limitMs - floorMs))),
  }
}
