import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { stintsOf } from '@pitboard/analysis/laps/stints'
import { median } from '@pitboard/analysis/statistics/quantile'

/** A run has consecutive laps at racing pace on one set of tyres. */
export interface Run {
  /** The car is `drivers[place]`. */
  readonly place: number
  readonly driverIdx: number
  readonly tyreCompound: number
  /** These are laps of the set, the first and the last of the run. */
  readonly ageFrom: number
  readonly ageTo: number
  readonly laps: number
  readonly medianMs: number
  /** Each lap is this much slower than the one before; null for a short run. */
  readonly lossPerLapMs: number | null
}

export interface PracticeRuns {
  /** The quickest pace comes first; each driver has the longest of a compound. */
  readonly long: readonly Run[]
  /** It is the best lap of each driver and compound in runs that are not long. */
  readonly short: readonly Run[]
}

const LONG_RUN_LAPS = 4
/** Slower than this share of the best lap of the run's driver is not racing pace. */
const RACING_PACE = 1.07

/** Long runs show the pace of a race, short ones that of a qualifying. */
export function practiceRunsOf({ drivers }: Pick<LiveSession, 'drivers'>): PracticeRuns {
  const runs = drivers.flatMap(runsOf)
  const long = runs.filter(({ laps }) => laps >= LONG_RUN_LAPS)
  const short = runs.filter(({ laps }) => laps < LONG_RUN_LAPS)
  return { long: bestOfEach(long, isLonger), short: bestOfEach(short, isQuicker) }
}

function isLonger(a: Run, b: Run): boolean {
  return a.laps > b.laps
}

function isQuicker(a: Run, b: Run): boolean {
  return a.medianMs < b.medianMs
}

function bestOfEach(runs: readonly Run[], isBetter: (a: Run, b: Run) => boolean): readonly Run[] {
  const best = new Map<string, Run>()
  for (const run of runs) {
    const key = `${run.driverIdx} ${run.tyreCompound}`
    const known = best.get(key)
    if (!known || isBetter(run, known)) best.set(key, run)
  }
  return [...best.values()].toSorted((a, b) => a.medianMs - b.medianMs)
}

function runsOf(driver: Driver, place: number): readonly Run[] {
  const { bestLapTimeMs, lapTimes, driverIdx } = driver
  if (bestLapTimeMs === null) return []
  return stintsOf(driver).flatMap(({ tyreCompound, firstLap, laps }) => {
    const runs: { readonly ageFrom: number; readonly timesMs: number[]; bestMs: number }[] = []
    for (let age = 1; age <= laps; age++) {
      const lap = lapTimes[firstLap + age - 2]
      const timeMs = lap?.lapTime ?? null
      const last = runs.at(-1)
      if (timeMs === null || timeMs > bestLapTimeMs * RACING_PACE) continue
      // A lap that does not count shows the pace of a long run, but is nobody's best.
      const countedMs = lap?.invalidLap ? Infinity : timeMs
      if (last && last.ageFrom + last.timesMs.length === age) {
        last.timesMs.push(timeMs)
        last.bestMs = Math.min(last.bestMs, countedMs)
      } else runs.push({ ageFrom: age, timesMs: [timeMs], bestMs: countedMs })
    }
    return runs.flatMap(({ ageFrom, timesMs, bestMs }) => {
      const isLong = timesMs.length >= LONG_RUN_LAPS
      if (!isLong && bestMs === Infinity) return []
      return {
        place,
        driverIdx,
        tyreCompound,
        ageFrom,
        ageTo: ageFrom + timesMs.length - 1,
        laps: timesMs.length,
        medianMs: isLong ? Math.round(median(timesMs)) : bestMs,
        lossPerLapMs: isLong ? slopeOf(timesMs) : null,
      }
    })
  })
}

/** Returns the median of the slopes of all pairs, since one slow lap does not bend it. */
function slopeOf(timesMs: readonly number[]): number {
  const slopes = timesMs.flatMap((timeMs, from) =>
    timesMs.slice(from + 1).map((later, step) => (later - timeMs) / (step + 1)),
  )
  return Math.round(median(slopes))
}
