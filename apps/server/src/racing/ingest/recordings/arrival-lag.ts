/** Data that arrive later by this than at best have waited on the way. */
const LATE_MS = 1_000
/** A changed route or clock shows within this time. */
const WINDOW_MS = 10_000
/** Data that catch up arrive faster than they were sent. */
const PACE_MS = 500
const CATCH_UP_MS = 400
/** A backlog shrinks by more than this from one window to the next. */
const SHRINK_MS = 200

/**
 * The lag says whether what arrives is old, as after a break in which the recorder stored what it could not
 * send. Only differences count: the clocks of sender and server need not agree, and may be set.
 */
export interface ArrivalLag {
  note(sentAtMs: number, receivedMs: number): void
  isLate(): boolean
}

interface Span {
  readonly fromMs: number
  /** This is the lag at the beginning of the window. */
  readonly firstMs: number
  readonly leastMs: number
}

export function createArrivalLag(): ArrivalLag {
  let lagMs = 0
  /** It is the least lag of late; null until data arrive at the pace at which they were sent. */
  let leastMs: number | null = null
  let isCatchingUp = false
  let pace: Span | null = null
  let window: Span | null = null
  let beforeMs = 0

  function settle({ leastMs: windowMs }: Span): void {
    const isSteady = Math.abs(beforeMs - windowMs) <= SHRINK_MS
    if (leastMs === null ? !isCatchingUp : isSteady) leastMs = windowMs
    beforeMs = windowMs
  }

  return {
    note(sentAtMs, receivedMs) {
      lagMs = receivedMs - sentAtMs
      const begun: Span = { fromMs: receivedMs, firstMs: lagMs, leastMs: lagMs }
      if (leastMs !== null) leastMs = Math.min(leastMs, lagMs)
      pace ??= begun
      if (isOver(pace, receivedMs, PACE_MS)) {
        isCatchingUp = pace.firstMs - lagMs > CATCH_UP_MS
        pace = begun
      }
      window = window ? { ...window, leastMs: Math.min(window.leastMs, lagMs) } : begun
      if (isOver(window, receivedMs, WINDOW_MS)) {
        settle(window)
        window = begun
      }
    },
    isLate: () => (leastMs === null ? isCatchingUp : lagMs - leastMs > LATE_MS),
  }
}

/**
 * Returns whether a span is over, which it also is if the server's clock was set back by more than its
 * length.
 */
function isOver({ fromMs }: Span, nowMs: number, lengthMs: number): boolean {
  return Math.abs(nowMs - fromMs) >= lengthMs
}
