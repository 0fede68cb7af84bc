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
