import { type AlignedLap, type LapGrid, valueAt } from './aligned-lap.ts'
import { cornerFigures } from './corner-figures.ts'
import type { Corner } from './find-corners.ts'
import { lapDelta } from './lap-delta.ts'

/** A `straight` lasts from the end of a corner until the braking for the next one. */
export type PhaseKind = 'braking' | 'corner' | 'straight'

/** All phases together are the whole lap. */
export interface LapPhase {
  readonly kind: PhaseKind
  /** It is null on the way from the line to the first corner. */
  readonly corner: number | null
  readonly fromM: number
  readonly toM: number
  /**
   * Time lost to the reference is positive and time gained is negative; it is null where a lap is not known.
   */
  readonly lostMs: number | null
}

/** Returns where a lap loses and gains time against a reference, in the order of the lap. */
export function lapPhases(
  lap: AlignedLap,
  reference: AlignedLap,
  corners: readonly Corner[],
  grid: LapGrid,
): LapPhase[] {
  const delta = lapDelta(lap.timeMs, reference.timeMs)
  const deltaAt = (distanceM: number) => valueAt(grid, delta, distanceM)
  return splitLap([lap, reference], corners, grid).map((part) => {
    const [before, after] = [deltaAt(part.fromM), deltaAt(part.toM)]
    return { ...part, lostMs: before === null || after === null ? null : after - before }
  })
}

/**
 * Returns the time lost in each corner by its number, in ms; null where it is not known. A corner lasts from
 * the braking for it until the braking for the next one.
 */
export function cornerLosses(phases: readonly LapPhase[]): Map<number, number | null> {
  const losses = new Map<number, number | null>()
  for (const { corner, lostMs } of phases) {
    if (corner === null) continue
    const before = losses.has(corner) ? (losses.get(corner) ?? null) : 0
    losses.set(corner, before === null || lostMs === null ? null : before + lostMs)
  }
  return losses
}

/** Smaller differences, in ms, are not worth a sentence. */
const WORTH_MS = 15

/** The difference of a deciding phase is known and worth a sentence. */
export interface DecidingPhase extends LapPhase {
  readonly lostMs: number
}

/** Returns at most `count` phases that decide between two laps, the largest difference first. */
export function decidingPhases(phases: readonly LapPhase[], count: number): DecidingPhase[] {
  return phases
    .flatMap(({ lostMs, ...phase }) =>
      lostMs !== null && Math.abs(lostMs) >= WORTH_MS ? [{ ...phase, lostMs }] : [],
    )
    .toSorted((a, b) => Math.abs(b.lostMs) - Math.abs(a.lostMs))
    .slice(0, count)
}

function splitLap(
  laps: readonly AlignedLap[],
  corners: readonly Corner[],
  grid: LapGrid,
): Omit<LapPhase, 'lostMs'>[] {
  const parts: Omit<LapPhase, 'lostMs'>[] = []
  let reachedM = 0
  let reached: Pick<LapPhase, 'kind' | 'corner'> = { kind: 'straight', corner: null }

  /** Ends the phase that was reached, and begins the next one. */
  function begin(kind: PhaseKind, corner: number, atM: number): void {
    const fromM = Math.max(atM, reachedM)
    if (fromM > reachedM) parts.push({ ...reached, fromM: reachedM, toM: fromM })
    reachedM = fromM
    reached = { kind, corner }
  }

  for (const corner of corners) {
    const { number } = corner
    // A corner over the line belongs to the part where its apex is.
    const startM = corner.startM > corner.apexM ? 0 : corner.startM
    const endM = corner.endM < corner.apexM ? grid.lengthM : corner.endM
    const brakingM = laps.flatMap((lap) => cornerFigures(lap, corners, corner, grid).brakingM ?? [])
    const firstM = Math.min(...brakingM, startM)
    if (firstM < startM) begin('braking', number, firstM)
    begin('corner', number, startM)
    begin('straight', number, endM)
  }
  if (grid.lengthM > reachedM) parts.push({ ...reached, fromM: reachedM, toM: grid.lengthM })
  return parts
}
