import type { Lap } from '@pitboard/contract/driver'
import type { CarState, LapEntry } from './state.ts'

export interface Bests {
  readonly lapTimeMs: number | null
  readonly sector1TimeMs: number | null
  readonly sector2TimeMs: number | null
  readonly sector3TimeMs: number | null
}

const remembered = new WeakMap<readonly Lap[], Bests>()

/** The best valid times of a car; the classification's best lap wins where there is one. */
export function bestsOf(car: CarState): Bests {
  const known = remembered.get(car.lapTimes)
  if (known !== undefined) return known
  const made = {
    lapTimeMs: best(car.laps, 1, (lap) => lap.lapTime),
    sector1TimeMs: best(car.laps, 2, (lap) => lap.sector1Time),
    sector2TimeMs: best(car.laps, 4, (lap) => lap.sector2Time),
    sector3TimeMs: best(car.laps, 8, (lap) => lap.sector3Time),
  }
  remembered.set(car.lapTimes, made)
  return made
}

function best(
  laps: readonly (LapEntry | null)[],
  validBit: number,
  timeOf: (lap: Lap) => number | null,
): number | null {
  let bestMs: number | null = null
  for (const entry of laps) {
    if (entry === null || (entry.validBits & validBit) === 0) continue
    const ms = timeOf(entry.lap)
    if (ms !== null && (bestMs === null || ms < bestMs)) bestMs = ms
  }
  return bestMs
}
