import { pointsOf } from './count.ts'
import type { Account, LedgerResult } from './ledger.ts'

/** A team's account in which only its best cars of each session have points; null: all have. */
export function limitCars(team: Account, carsPerSession: number | null): Account {
  if (carsPerSession === null) return team
  const bySession = Map.groupBy(team.results, ({ sessionId }) => sessionId)
  const scoring = new Set(
    Array.from(bySession.values()).flatMap((cars) =>
      cars.toSorted(byPoints).slice(0, carsPerSession),
    ),
  )
  const results = team.results.map((result) =>
    scoring.has(result) ? result : { ...result, parts: [] },
  )
  return { ...team, results }
}

function byPoints(a: LedgerResult, b: LedgerResult): number {
  return pointsOf(b) - pointsOf(a) || a.driverIdx - b.driverIdx
}
