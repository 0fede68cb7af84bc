/**
 * No league night has as many, with practice, restarts and reconnects; a recorder that sends an archive of
 * old sessions faster than this waits.
 */
const NEW_SESSIONS_BURST = 60
const NEW_SESSIONS_PER_SECOND = 1
/** Ended sessions that wait to be stored hold their state in memory. */
const PENDING_PER_USER_MAX = 16
const PENDING_MAX = 256
/** While the server has too many, a user with no more than these continues. */
const PENDING_ALWAYS = 2

/** Counts the sessions of all users that wait to be stored. */
export interface PendingTotal {
  count: number
}

/** Bounds what the sessions of one user cost. */
export interface SessionLimits {
  noteOpened(nowMs: number): void
  /** Returns how long the sender has to wait because it opened sessions too fast. */
  waitMs(nowMs: number): number
  addPending(): void
  removePending(): void
  /** Returns whether so many sessions wait to be stored that the sender has to wait too. */
  isBehind(): boolean
}

export function createSessionLimits(total: PendingTotal): SessionLimits {
  let left = NEW_SESSIONS_BURST
  let atMs = 0
  let pending = 0

  function refill(nowMs: number): void {
    const gained = (Math.max(0, nowMs - atMs) / 1000) * NEW_SESSIONS_PER_SECOND
    left = Math.min(NEW_SESSIONS_BURST, left + gained)
    atMs = nowMs
  }

  return {
    noteOpened(nowMs) {
      refill(nowMs)
      left = Math.max(left - 1, -NEW_SESSIONS_BURST)
    },
    waitMs(nowMs) {
      refill(nowMs)
      return left >= 0 ? 0 : (-left / NEW_SESSIONS_PER_SECOND) * 1000
    },
    addPending() {
      pending++
      total.count++
    },
    removePending() {
      pending--
      total.count--
    },
    isBehind: () =>
      pending >= PENDING_PER_USER_MAX || (pending > PENDING_ALWAYS && total.count >= PENDING_MAX),
  }
}
