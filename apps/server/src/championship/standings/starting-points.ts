import type { StartingPoints } from '@pitboard/contract/seasons/starting-points'
import type { ResolveName } from './identify-drivers.ts'

/** Adds them up by the name in the standings: a driver may have several names. */
export function sumStartingPoints(
  entries: StartingPoints['drivers'],
  resolveName: ResolveName = (name) => name,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  // The entries are added up in a fixed order, so that sums of fractions do not depend on the order of the request.
  for (const { name, points } of entries.toSorted((a, b) => a.points - b.points)) {
    const key = resolveName(name)
    sums.set(key, (sums.get(key) ?? 0) + points)
  }
  return sums
}
