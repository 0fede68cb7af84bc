import { LRUCache } from 'lru-cache'

/**
 * Each key has a bucket: `burst` at once, then `calls` in `seconds`. They protect this process alone; limits that hold
 * for all servers are `RateLimits`.
 */
interface TokenBuckets {
  /** Returns false if none is left. */
  take(key: string): boolean
}

/** The size bounds it: a cache with `max` would reserve the memory of all keys at the start. */
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
    take(key) {
      const left = leftOf(key)
      const isTaken = left >= 1
      buckets.set(key, { left: isTaken ? left - 1 : left, atMs: nowMs() })
      return isTaken
    },
  }
}

/** Limits an amount per second, with a burst of one second's worth. */
export interface ThroughputLimit {
  /** Takes `amount`; returns how many milliseconds the sender is ahead of the limit, else 0. */
  take(amount: number, nowMs: number): number
}

export function createThroughputLimit(perSecond: number, startMs: number): ThroughputLimit {
  let left = perSecond
  let atMs = startMs
  return {
    take(amount, nowMs) {
      const refilled = Math.min(perSecond, left + ((nowMs - atMs) * perSecond) / 1000)
      // The debt is bounded: a flood is forgotten a second after it ends.
      left = Math.max(-perSecond, refilled - amount)
      atMs = nowMs
      return left >= 0 ? 0 : (-left / perSecond) * 1000
    },
  }
}
