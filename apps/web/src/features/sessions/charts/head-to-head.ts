import type { Driver } from '@pitboard/contract/driver'

export interface LapDuel {
  readonly lap: number
  /** Less than 0 where the first of the two was quicker; null where either has no time. */
  readonly deltaMs: number | null
}

/** Lap by lap as far as both drove. */
export function lapDuels(first: Driver, second: Driver): LapDuel[] {
  const laps = Math.min(first.numberOfLaps ?? 0, second.numberOfLaps ?? 0)
  return Array.from({ length: laps }, (_, index) => {
    const one = first.lapTimes[index]?.lapTime ?? null
    const other = second.lapTimes[index]?.lapTime ?? null
    return { lap: index + 1, deltaMs: one === null || other === null ? null : one - other }
  })
}
