import { CarState, type CarSamples, Position } from './car-samples.ts'
import { GAP_MS, type LapPoint } from './resample-lap.ts'
import { findRow, type Series, timeAt, valueAt } from './series.ts'

export interface Rows {
  readonly first: number
  /** This is the index after the last one. */
  readonly end: number
}

const KMH_PER_MS = 3.6
/** The datagram that was the least late on its way counts for its session second. */
const WINDOW_MS = 1_000
/**
 * No clock drifts by this much in a second, so that the game was paused, the network stood still, or a clock
 * was set.
 */
const STEP_MS = 150
/** If a larger share are such steps, the datagrams have no times of their own. */
const STEPS_SHARE_MAX = 0.2
/** The game may send the time of the last lap a moment after the line. */
const SENT_WITHIN_MS = 2_000
/** The first timing of a lap may still have the validity of the one before. */
const VALIDITY_AFTER_MS = 500

/**
 * Returns how much longer a lap took by the times of reception than by session time, in ms. Single steps are
 * left out, since pauses and networks make them; what remains is how fast one clock runs by the other.
 * Returns null if there are too many steps.
 */
export function receptionDrift(positions: Series, { first, end }: Rows): number | null {
  let driftMs = 0
  let steps = 0
  let windows = 0
  let before: number | null = null
  let least = Infinity
  let window = Math.floor(timeAt(positions, first) / WINDOW_MS)
  const close = (): void => {
    if (before !== null) {
      const changeMs = least - before
      if (Math.abs(changeMs) > STEP_MS) steps++
      else driftMs += changeMs
    }
    before = least
    windows++
  }
  for (let row = first; row < end; row++) {
    const timeMs = timeAt(positions, row)
    const at = Math.floor(timeMs / WINDOW_MS)
    if (at !== window) {
      close()
      least = Infinity
      window = at
    }
    least = Math.min(least, valueAt(positions, row, Position.receivedMs) - timeMs)
  }
  close()
  return steps > windows * STEPS_SHARE_MAX ? null : Math.round(driftMs)
}

/** Returns the time in ms of the lap before, as the timing from this row on says it. */
export function sentLapTime(positions: Series, row: number): number {
  const untilMs = timeAt(positions, row) + SENT_WITHIN_MS
  let last = row
  while (last + 1 < positions.length && timeAt(positions, last + 1) <= untilMs) last++
  return valueAt(positions, last, Position.lastLapTimeMs)
}

/**
 * Returns the lap time in ms at the line, if the car continues from its last sample at the speed it has; null
 * if the last sample is too far from the line, or its speed is unknown.
 */
export function reckonLine(
  { controls }: CarSamples,
  last: LapPoint,
  lengthM: number,
): number | null {
  const row = findRow(controls, last.timeMs)
  if (row < 0 || last.timeMs - timeAt(controls, row) > GAP_MS) return null
  const speed = valueAt(controls, row, 0) / KMH_PER_MS
  const restMs = ((lengthM - last.distanceM) / speed) * 1_000
  return restMs >= 0 && restMs <= GAP_MS ? Math.round(last.lapTimeMs + restMs) : null
}

/** Returns whether the timing of a lap says that it is invalid. */
export function isInvalidAt(positions: Series, { first, end }: Rows): boolean {
  const fromMs = timeAt(positions, first) + VALIDITY_AFTER_MS
  for (let row = end - 1; row >= first && timeAt(positions, row) >= fromMs; row--) {
    if ((valueAt(positions, row, Position.state) & CarState.invalid) !== 0) return true
  }
  return false
}
