import { lossesOfLastStops } from '@pitboard/analysis/outlook/measured-stops'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver, PitStop } from '@pitboard/contract/sessions/driver'

interface KnownLoss {
  readonly laps: number
  readonly lossMs: number | null
}

/** The stops of a car are the same list until it stops again. */
const known = new WeakMap<readonly PitStop[], KnownLoss>()
/** Cells of one state share what is worked out for all cars. */
const measured = new WeakMap<readonly Driver[], readonly (number | null)[]>()

/**
 * Returns what the last stop of a car cost against staying out; it is null until its out lap is complete, and where
 * laps are unknown.
 */
export function lastStopLossMs(
  { pitStops, lapTimes }: Driver,
  { drivers }: LiveSession,
  place: number,
): number | null {
  const stop = pitStops.at(-1)
  if (!stop || lapTimes.length <= stop.lapNum) return null
  const laps = lapTimes.length
  const stored = known.get(pitStops)
  // Only a lap that ends can make it known.
  if (stored && (stored.lossMs !== null || stored.laps === laps)) return stored.lossMs
  const losses = measured.get(drivers) ?? lossesOfLastStops(drivers)
  measured.set(drivers, losses)
  const lossMs = losses[place] ?? null
  known.set(pitStops, { laps, lossMs })
  return lossMs
}
