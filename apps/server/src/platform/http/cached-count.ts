import { LRUCache } from 'lru-cache'

/** From this count on a stale number does not matter. */
const LONG = 10_000
/** An older count is refreshed in the background. */
const FRESH_MS = 10_000
/** An older count is not used any more. */
const EXPIRES_MS = 600_000
const LISTS_MAX = 50

interface CachedEntry {
  readonly count: number
  readonly countedMs: number
  counting: boolean
}

/** Caches the count of a long list; a short list is counted each time. */
type CachedCount = (list: string, count: () => Promise<number>) => Promise<number>

export function createCachedCount(nowMs: () => number): CachedCount {
  const counts = new LRUCache<string, CachedEntry>({ max: LISTS_MAX })

  async function countNow(list: string, count: () => Promise<number>): Promise<number> {
    const counted = await count()
    if (counted >= LONG) {
      counts.set(list, { count: counted, countedMs: nowMs(), counting: false })
    } else counts.delete(list)
    return counted
  }

  return async (list, count) => {
    const known = counts.get(list)
    const ageMs = known ? nowMs() - known.countedMs : Number.POSITIVE_INFINITY
    if (!known || ageMs > EXPIRES_MS) return countNow(list, count)
    if (ageMs > FRESH_MS && !known.counting) {
      known.counting = true
      // It goes on in the background; after a failure the next caller counts again.
      countNow(list, count).catch(() => counts.delete(list))
    }
    return known.count
  }
}
