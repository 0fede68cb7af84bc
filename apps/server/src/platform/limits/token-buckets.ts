import { LRUCache } from 'lru-cache'

/** A bucket for each key: `burst` at once, then `calls` in `seconds`. */
interface TokenBuckets {
  /** False if none is left. */
  take(key: string): boolean
  hasLeft(key: string): boolean
  /** Returns one that was taken before. */
  refund(key: string): void
}

/** By size: a cache with `max` would reserve the memory of all keys at the start. */
const CAPACITY = { maxSize: 50_000, sizeCalculation: () => 1 }

export function createTokenBuckets(
  { calls, seconds, burst }: { calls: number; seconds: number; burst: number },
  nowMs: () => number,
): TokenBuckets {
  const perMs = calls / (seconds * 1000)
  const buckets = new LRUCache<string, { left: number; atMs: number }>(CAPACITY)

  const leftOf = (key: string): number => {
    const bucket = buckets.get(key)
    if (!bucket) return burst
    return Math.min(burst, bucket.left + Math.max(0, nowMs() - bucket.atMs) * perMs)
  }
  return {
    hasLeft: (key) => leftOf(key) >= 1,
    refund(key) {
      const bucket = buckets.get(key)
      if (bucket) bucket.left = Math.min(burst, bucket.left + 1)
    },
    take(key) {
      const left = leftOf(key)
      const isTaken = left >= 1
      buckets.set(key, { left: isTaken ? left - 1 : left, atMs: nowMs() })
      return isTaken
    },
  }
}
