import type { Driver } from '@pitboard/contract/driver'
import { isNeutralised, type Neutralised } from './neutralised-laps.ts'
import { pitLapsOf } from './pace.ts'

export interface LapDuel {
  readonly lap: number
  /** Less than 0 where the first of the two was quicker; null where either has no time. */
  readonly deltaMs: number | null
  /** Both drove at racing speed: not the first lap, nor a pit lap, nor behind a safety car. */
  readonly isRacing: boolean
}

/** Lap by lap as far as both drove. */
export function lapDuels(
  first: Driver,
  second: Driver,
  neutralised: readonly Neutralised[] = [],
): LapDuel[] {
  const slowLaps = new Set([1, ...pitLapsOf(first), ...pitLapsOf(second)])
  const laps = Math.min(first.numberOfLaps ?? 0, second.numberOfLaps ?? 0)
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

/** How far the bars reach: as far as laps at racing speed differ. Others are cut off there. */
export function reachOf(duels: readonly LapDuel[]): number {
  const sizes = (isCounted: (duel: LapDuel) => boolean) =>
    duels.flatMap((duel) =>
      duel.deltaMs !== null && isCounted(duel) ? [Math.abs(duel.deltaMs)] : [],
    )
  const racing = sizes(({ isRacing }) => isRacing)
  const counted = racing.length > 0 ? racing : sizes(() => true)
  return counted.reduce((most, size) => Math.max(most, size), REACH_MIN_MS)
}

/** To whom the gaps are: whom the reader named, else the first of two or more who were chosen. */
export function gapReference(
  { against }: { readonly against: number | null },
  selected: readonly number[],
  winner: number,
): number {
  if (against !== null) return against
  const [first] = selected
  return first !== undefined && selected.length > 1 ? first : winner
}
