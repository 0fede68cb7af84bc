import { createBoundedMap } from '../pages/bounded-map.ts'

/** Nobody misses a page of a list that long. */
const LONG = 10_000
const KEPT_MS = 10_000
const LISTS_MAX = 20

/** Counts a long list once in ten seconds for all who ask; a short one each time. */
export type KeptCount = (list: string, count: () => Promise<number>) => Promise<number>

export function createKeptCount(nowMs: () => number): KeptCount {
  const kept = createBoundedMap<{ readonly count: number; readonly untilMs: number }>(LISTS_MAX)
  return async (list, count) => {
    const known = kept.get(list)
    if (known && nowMs() < known.untilMs) return known.count
    const counted = await count()
    if (counted >= LONG) kept.set(list, { count: counted, untilMs: nowMs() + KEPT_MS })
    else kept.delete(list)
    return counted
  }
}
