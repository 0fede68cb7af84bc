import type { Competitor, LedgerResult } from './ledger.ts'

export interface CountingRules {
  readonly dropWorst: number
  readonly countBest: number | null
}

export interface CountedPoints {
  readonly points: number
  /** Indexes of dropped events. */
  readonly dropped: ReadonlySet<number>
}

/**
 * Counts a competitor's points after the given events. A missed event counts as one of the worst; one
 * event always counts.
 */
export function createPointsCounter(
  { results, adjustments }: Pick<Competitor, 'results' | 'adjustments'>,
  { dropWorst, countBest }: CountingRules,
): (driven: readonly number[]) => CountedPoints {
  const sums = new Map<number, number>()
  for (const result of results) {
    sums.set(result.eventIndex, (sums.get(result.eventIndex) ?? 0) + pointsOf(result))
  }
  return (driven) => {
    const events = driven.map((eventIndex) => ({ eventIndex, sum: sums.get(eventIndex) ?? 0 }))
    const counted = Math.max(1, Math.min(countBest ?? driven.length, driven.length - dropWorst))
    const worst = events
      .toSorted((a, b) => a.sum - b.sum || b.eventIndex - a.eventIndex)
      .slice(0, Math.max(0, driven.length - counted))
    const dropped = new Set(worst.map(({ eventIndex }) => eventIndex))
    const last = driven.at(-1) ?? -1
    const points = [
      ...events.filter(({ eventIndex }) => !dropped.has(eventIndex)).map(({ sum }) => sum),
      ...adjustments.filter(({ eventIndex }) => eventIndex <= last).map((one) => one.points),
    ]
    return { points: roundPoints(points.reduce((sum, one) => sum + one, 0)), dropped }
  }
}

/** The points of one result, dropped or not. */
export function pointsOf({ parts }: Pick<LedgerResult, 'parts'>): number {
  return parts.reduce((sum, { points }) => sum + points, 0)
}

/** Removes the rounding errors of sums of fractions. */
export function roundPoints(points: number): number {
  return Math.round(points * 1e6) / 1e6 + 0
}
