import { completedLapsOf } from '@pitboard/analysis/laps/completed-laps'
import { quantile } from '@pitboard/analysis/statistics/quantile'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { isNeutralised, type Neutralised } from '@pitboard/analysis/laps/neutralised-laps'

export interface LapDuel {
  readonly lap: number
  /** It is less than 0 where the first of the two was quicker; null where either has no time. */
  readonly deltaMs: number | null
  /** Both drove at racing speed: it is not the first lap, nor a pit lap, nor behind a safety car. */
  readonly isRacing: boolean
}

/** Compares the drivers lap by lap as far as both drove. */
export function lapDuels(
  first: Driver,
  second: Driver,
  neutralised: readonly Neutralised[] = [],
): LapDuel[] {
  const slowLaps = new Set([1, ...pitLapsOf(first), ...pitLapsOf(second)])
  const laps = Math.min(completedLapsOf(first), completedLapsOf(second))
  return Array.from({ length: laps }, (_, index) => {
    const one = first.lapTimes[index]?.lapTime ?? null
    const other = second.lapTimes[index]?.lapTime ?? null
    const lap = index + 1
    return {
      lap,
      deltaMs: one === null || other === null ? null : one - other,
      isRacing: !slowLaps.has(lap) && !isNeutralised(lap, neutralised),
    }
  })
}

const REACH_MIN_MS = 200

/** Returns how far the bars reach: as far as laps at racing speed differ. Others are cut off there. */
export function reachOf(duels: readonly LapDuel[]): number {
  const sizes = (isCounted: (duel: LapDuel) => boolean) =>
    duels.flatMap((duel) =>
      duel.deltaMs !== null && isCounted(duel) ? [Math.abs(duel.deltaMs)] : [],
    )
  const racing = sizes(({ isRacing }) => isRacing)
  const counted = racing.length > 0 ? racing : sizes(() => true)
  return counted.reduce((most, size) => Math.max(most, size), REACH_MIN_MS)
}

/**
 * Returns the driver to whom gaps are measured: the one whom the reader named, else the first of two or more who were
 * chosen.
 */
export function gapReference(
  { against }: { readonly against: number | null },
  selected: readonly number[],
  winner: number,
): number {
  if (against !== null) return against
  const [first] = selected
  return first !== undefined && selected.length > 1 ? first : winner
}

/** Returns the laps a driver ended in the pits or began there. */
export function pitLapsOf({ pitStops }: Pick<Driver, 'pitStops'>): Set<number> {
  return new Set(pitStops.flatMap(({ lapNum }) => [lapNum, lapNum + 1]))
}

/** Returns times of laps driven at racing pace: neither the first, nor to or from the pits, nor neutralised. */
export function racingLapsOf(
  driver: Pick<Driver, 'lapTimes' | 'numberOfLaps' | 'pitStops'>,
  neutralised: readonly Neutralised[],
): number[] {
  const pitLaps = pitLapsOf(driver)
  return driver.lapTimes.slice(0, completedLapsOf(driver)).flatMap(({ lapTime }, index) => {
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

/** Returns null without a lap. Quartiles between two laps are interpolated. */
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

const OUTLYING_IQRS = 1.5
const DAMPED_SHARE = 0.3
/** The quickest laps are what a reader looks for: they are seldom drawn together. */
const LOW_REACH = 2
/** The range never gets so narrow that ordinary laps look wild. */
const RANGE_MIN_MS = 1000

/**
 * Says where a value is drawn: as it is among ordinary ones, drawn together above and below them, so that a lap behind
 * a safety car, or the rest of one after a red flag, does not press all others flat. What is more still stands higher.
 */
export function compressedScale(values: readonly number[], ordinary: readonly number[]) {
  const spread = spreadOf(ordinary.length > 0 ? ordinary : values)
  const [lower, upper] = [spread?.lowerQuartile ?? 0, spread?.upperQuartile ?? 0]
  const reach = Math.max((upper - lower) * OUTLYING_IQRS, RANGE_MIN_MS / 2)
  const all = [...values, ...(spread ? [spread.min, spread.max] : [])]
  const lowest = all.reduce((least, value) => Math.min(least, value), Infinity)
  const highest = all.reduce((most, value) => Math.max(most, value), -Infinity)
  // The range covers the values, but goes not much farther than the ordinary ones.
  const floorMs = Math.max(Math.min(lowest, lower), lower - reach * LOW_REACH)
  const limitMs = Math.max(Math.min(highest, upper + reach), floorMs + RANGE_MIN_MS)
  const roomMs = (limitMs - floorMs) * DAMPED_SHARE
  const damped = (beyondMs: number) => roomMs * (1 - Math.exp(-beyondMs / (limitMs - floorMs)))
  return {
    floorMs,
    limitMs,
    bottomMs: floorMs - damped(Math.max(0, floorMs - lowest)),
    ceilingMs: limitMs + damped(Math.max(0, highest - limitMs)),
    place: (value: number) => {
      if (value > limitMs) return limitMs + damped(value - limitMs)
      return value < floorMs ? floorMs - damped(floorMs - value) : value
    },
  }
}
