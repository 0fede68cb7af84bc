import type { TieBreak } from '@pitboard/contract/seasons/standings'
import type { LedgerResult } from './ledger.ts'

/** A competitor with the values that order the table. */
export interface Ranked {
  readonly key: string
  readonly name: string
  readonly points: number
  /** How often first, second … in races. */
  readonly finishes: readonly number[]
}

/** How often each position was reached in races; a sprint never breaks a tie. */
export function finishesOf(results: readonly LedgerResult[]): number[] {
  const finishes: number[] = []
  for (const { role, position, counts } of results) {
    if (role !== 'race' || position === null || !counts) continue
    while (finishes.length < position) finishes.push(0)
    finishes[position - 1] = (finishes[position - 1] ?? 0) + 1
  }
  return finishes
}

/** Best first. Equal rows share a position and come in the order of their names. */
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

/** Negative where `a` is ahead. */
function countback(a: Ranked, b: Ranked): number {
  const { own, theirs } = explainTie(a, b)
  return theirs - own
}

/** The first finishing position that one of them reached more often. */
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
