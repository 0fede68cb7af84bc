import type { TrackedSession } from '../state/state.ts'

/** A document shows its cars at one moment. */
export interface CarsMoment {
  readonly sessionTimeMs: number
  /**
   * The positions are older than the moment by this much; it is negative while the timing of the positions'
   * frame is on its way.
   */
  readonly motionLagMs: number
}

/** Timing that is older by more belongs to another moment: it was lost, or the cars have no timing yet. */
const TIMING_LAG_MAX_MS = 250

/**
 * Returns the session time of the cars' timing. Other packets are from later frames, so that by the newest
 * packet cars would seem to stand still and then to drive too fast. Positions can be from an earlier frame
 * too, since timing is stored of more frames.
 */
export function carsMomentOf({ order, timingMs, motion }: TrackedSession): CarsMoment {
  const isCurrent = timingMs !== null && Math.abs(order.timeMs - timingMs) <= TIMING_LAG_MAX_MS
  const timeMs = isCurrent ? timingMs : order.timeMs
  return {
    sessionTimeMs: Math.round(timeMs),
    motionLagMs: motion === null ? 0 : timeMs - motion.timeMs,
  }
}
