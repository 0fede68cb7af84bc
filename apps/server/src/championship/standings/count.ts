import type { Competitor, LedgerResult } from './ledger.ts'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { isRace } from './classify.ts'
import type { TieBreak } from '@pitboard/contract/seasons/standings'
import { itemAt } from '@pitboard/contract/wire/item-at'

export interface CountingRules {
  readonly dropWorst: number
  readonly countBest: number | null
  /** If it is true, an event with a disqualification from a race counts in any case. */
  readonly keepDisqualified: boolean
}

export interface CountedPoints {
  readonly points: number
  /** The set has the indexes of dropped events. */
  readonly dropped: ReadonlySet<number>
}

/**
 * Counts a competitor's points after the given events. A missed event counts as one of the worst; one
 * event always counts.
 */
export function createPointsCounter(
  {
    results,
    adjustments,
    startingPoints,
  }: Pick<Competitor, 'results' | 'adjustments' | 'startingPoints'>,
  { dropWorst, countBest, keepDisqualified }: CountingRules,
): (driven: readonly number[]) => CountedPoints {
  const sums = new Map<number, number>()
  for (const result of results) {
    sums.set(result.eventIndex, (sums.get(result.eventIndex) ?? 0) + pointsOf(result))
  }
  const kept = new Set(
    results.flatMap(({ role, resultStatus, eventIndex }) =>
      keepDisqualified && isRace(role) && resultStatus === ResultStatus.Disqualified
        ? eventIndex
        : [],
    ),
  )
  return (driven) => {
    const events = driven.map((eventIndex) => ({ eventIndex, sum: sums.get(eventIndex) ?? 0 }))
    const counted = Math.max(1, Math.min(countBest ?? driven.length, driven.length - dropWorst))
    const worst = events
      .filter(({ eventIndex }) => !kept.has(eventIndex))
      .toSorted((a, b) => a.sum - b.sum || b.eventIndex - a.eventIndex)
      .slice(0, Math.max(0, driven.length - counted))
    const dropped = new Set(worst.map(({ eventIndex }) => eventIndex))
    const last = driven.at(-1) ?? -1
    const points = [
      startingPoints ?? 0,
      ...events.filter(({ eventIndex }) => !dropped.has(eventIndex)).map(({ sum }) => sum),
      ...adjustments.filter(({ eventIndex }) => eventIndex <= last).map((one) => one.points),
    ]
    return { points: roundPoints(points.reduce((sum, one) => sum + one, 0)), dropped }
  }
}

/** Returns the points of one result, dropped or not. */
export function pointsOf({ parts }: Pick<LedgerResult, 'parts'>): number {
  return parts.reduce((sum, { points }) => sum + points, 0)
}

/** Removes the rounding errors of sums of fractions. */
export function roundPoints(points: number): number {
  return Math.round(points * 1e6) / 1e6 + 0
}

/** These values of a competitor order the table. */
export interface Ranked {
  readonly key: string
  readonly name: string
  readonly points: number
  /** Counts how often the competitor was first, second … in races. */
  readonly finishes: readonly number[]
}

/** Returns how often each position was reached in races; a sprint never breaks a tie. */
export function finishesOf(results: readonly LedgerResult[]): number[] {
  const finishes: number[] = []
  for (const { role, position, counts } of results) {
    if (role !== 'race' || position === null || !counts) continue
    while (finishes.length < position) finishes.push(0)
    finishes[position - 1] = itemAt(finishes, position - 1) + 1
  }
  return finishes
}

/** Ranks the best first. Equal rows share a position and come in the order of their names. */
export function rank<T extends Ranked>(rows: readonly T[]): { row: T; position: number }[] {
  const sorted = rows.toSorted(
    (a, b) =>
      b.points - a.points ||
      countback(a, b) ||
      alphabetical(a.name, b.name) ||
      alphabetical(a.key, b.key),
  )
  let position = 1
  return sorted.map((row, index) => {
    const before = sorted[index - 1]
    if (before && !(before.points === row.points && countback(before, row) === 0)) {
      position = index + 1
    }
    return { row, position }
  })
}

/** Returns a negative number where `a` is ahead. */
function countback(a: Ranked, b: Ranked): number {
  const { own, theirs } = explainTie(a, b)
  return theirs - own
}

/** Finds the first finishing position that one of them reached more often. */
export function explainTie(a: Ranked, b: Ranked): TieBreak {
  const places = Math.max(a.finishes.length, b.finishes.length)
  for (let index = 0; index < places; index++) {
    const [own, theirs] = [a.finishes[index] ?? 0, b.finishes[index] ?? 0]
    if (own !== theirs) return { against: b.name, decidedBy: index + 1, own, theirs }
  }
  return { against: b.name, decidedBy: null, own: 0, theirs: 0 }
}

function alphabetical(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
