import type { TrackedSession } from '../state/state.ts'

/** The moment whose cars a document shows. */
export interface CarsMoment {
  readonly sessionTimeMs: number
  /** Their positions are so much older; it is negative while the timing of the positions' frame is on its way. */
  readonly motionLagMs: number
}

/** Timing that is older belongs to another moment: it was lost, or the cars have no timing yet. */
const TIMING_LAG_MAX_MS = 250

/**
 * Returns the session time of the cars' timing: other packets are of later frames, so by the newest packet cars would seem to
 * stand still and then to drive too fast. Positions can be of an earlier frame too: timing is stored of more frames.
 */
export function carsMomentOf({ order, timingMs, motion }: TrackedSession): CarsMoment {
  const isCurrent = timingMs !== null && Math.abs(order.timeMs - timingMs) <= TIMING_LAG_MAX_MS
  const timeMs = isCurrent ? timingMs : order.timeMs
  return {
    sessionTimeMs: Math.round(timeMs),
    motionLagMs: motion === null ? 0 : timeMs - motion.timeMs,
  }
}
