import { LRUCache } from 'lru-cache'

/** Nobody misses a page of a list that long. */
const LONG = 10_000
/** Older than that it is counted again while the old number is told. */
const FRESH_MS = 10_000
/** Older than that it is told no more. */
const KEPT_MS = 600_000
const LISTS_MAX = 50

interface Kept {
  readonly count: number
  readonly countedMs: number
  counting: boolean
}

/** Counts a long list for all who ask, and a short one each time. */
export type KeptCount = (list: string, count: () => Promise<number>) => Promise<number>

export function createKeptCount(nowMs: () => number): KeptCount {
  const kept = new LRUCache<string, Kept>({ max: LISTS_MAX })

  async function countNow(list: string, count: () => Promise<number>): Promise<number> {
    const counted = await count()
    if (counted >= LONG) {
      kept.set(list, { count: counted, countedMs: nowMs(), counting: false })
    } else kept.delete(list)
    return counted
  }

  return async (list, count) => {
    const known = kept.get(list)
    const ageMs = known ? nowMs() - known.countedMs : Number.POSITIVE_INFINITY
    if (!known || ageMs > KEPT_MS) return countNow(list, count)
    if (ageMs > FRESH_MS && !known.counting) {
      known.counting = true
      // Nobody waits for it; who asks next counts again.
      countNow(list, count).catch(() => kept.delete(list))
    }
    return known.count
  }
}
