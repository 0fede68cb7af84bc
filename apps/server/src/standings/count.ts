import type { Account, LedgerResult } from './ledger.ts'

/** How many of one's events count. */
export interface Counting {
  readonly dropWorst: number
  readonly countBest: number | null
}

export interface Counted {
  readonly points: number
  /** Indexes of the events that don't count. */
  readonly dropped: ReadonlySet<number>
}

/**
 * The points of an account after the first `eventCount` events. An event without the driver is
 * one of his worst; the last event that is left always counts.
 */
export function countPoints(
  { results, corrections }: Pick<Account, 'results' | 'corrections'>,
  { dropWorst, countBest }: Counting,
  driven: readonly number[],
): Counted {
  const byEvent = new Map(driven.map((eventIndex) => [eventIndex, 0]))
  for (const result of results) {
    const before = byEvent.get(result.eventIndex)
    if (before !== undefined) byEvent.set(result.eventIndex, before + pointsOf(result))
  }
  const kept = Math.max(1, Math.min(countBest ?? driven.length, driven.length - dropWorst))
  const worstFirst = Array.from(byEvent).toSorted(([a, x], [b, y]) => x - y || b - a)
  const dropped = new Set(
    worstFirst.slice(0, Math.max(0, driven.length - kept)).map(([eventIndex]) => eventIndex),
  )
  const counted = Array.from(byEvent).filter(([eventIndex]) => !dropped.has(eventIndex))
  const corrected = corrections.filter(({ eventIndex }) => byEvent.has(eventIndex))
  const points = [...counted.map(([, sum]) => sum), ...corrected.map((one) => one.points)]
  return { points: rounded(points.reduce((sum, one) => sum + one, 0)), dropped }
}

export function pointsOf({ parts }: Pick<LedgerResult, 'parts'>): number {
  return parts.reduce((sum, { points }) => sum + points, 0)
}

/** Points are decimals; a seventh of a point must not leave a trail. */
export function rounded(points: number): number {
  return Math.round(points * 1e6) / 1e6 + 0
}
