import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import { type MeasuredStop, measureStops } from './measured-stops.ts'
import { median, quantile } from '../statistics/quantile.ts'
import type { KnownPitLoss, TrackPitLoss } from '@pitboard/contract/pit-losses/track-pit-loss'

/**
 * The loss is what a stop costs against staying on the track. About half of all stops lie between low and
 * high.
 */
export interface PitLoss {
  readonly lowMs: number
  readonly medianMs: number
  readonly highMs: number
  /**
   * The loss comes from the stops of this session, from recorded sessions of the track, or from what is usual
   * in the game.
   */
  readonly source: 'session' | 'track' | 'game'
  /** Counts the stops that the loss was learned from. */
  readonly stops: number
}

/** A stop of 2 to 4 s usually costs this much, averaged over the circuits of the game. */
const USUAL_LOSS_MS = 22_000
const USUAL_SPREAD_MS = 5_000
/** A car on the track usually needs this much for the length of the pit lane. */
const USUAL_BYPASS_MS = 4_500
const USUAL_BYPASS_SPREAD_MS = 2_000
/** Quartiles of few stops are not reliable. */
const SPREAD_MIN_MS = 500
const FEW_STOPS_SPREAD_MS = 1_500
const ENOUGH_STOPS = 3
/** If the first stop of this session differs by more, the recorded sessions used another pit lane or rule. */
const KNOWN_APART_MS = 4_000
/** Each value is the share of the racing speed that a safety car allows. */
const SAFETY_CAR_SHARES = new Map<number, number>([
  [SafetyCarStatus.Full, 0.6],
  [SafetyCarStatus.Virtual, 0.65],
])
const SLOW_SPREAD_MS = 4_000

/**
 * Returns what a stop costs now, learned from the stops of the session so far. Behind a safety car the time in the lane
 * is the same, and the others need longer for the same way. Laps behind a safety car are not learned from: the field
 * bunches up, so that their gaps do not show what the stop cost. Until the session has enough stops, recorded sessions
 * of the track are used, if there are any.
 */
export function pitLossOf(
  { drivers, safetyCarStatus }: Pick<LiveSession, 'drivers' | 'safetyCarStatus'>,
  known: TrackPitLoss | null = null,
): PitLoss {
  const measured = measureStops(drivers)
  const bypasses = measured.flatMap(({ bypassMs }) => bypassMs ?? [])
  const bypassMs = bypasses.length > 0 ? median(bypasses) : USUAL_BYPASS_MS
  const own = racingLoss(drivers, measured, bypassMs)
  const track = known?.racing && isSamePitLane(known.racing, measured) ? known : null
  const racing = track?.racing && measured.length < ENOUGH_STOPS ? fromTrack(track.racing) : own
  const slowShare = SAFETY_CAR_SHARES.get(safetyCarStatus)
  if (slowShare === undefined) return racing
  const isVirtual = safetyCarStatus === SafetyCarStatus.Virtual
  const slow = isVirtual ? track?.virtualSafetyCar : track?.safetyCar
  if (slow) return fromTrack(slow)
  const savedMs = bypassMs / slowShare - bypassMs
  return {
    lowMs: Math.max(0, racing.lowMs - savedMs - SLOW_SPREAD_MS),
    medianMs: Math.max(0, racing.medianMs - savedMs),
    highMs: Math.max(0, racing.highMs - savedMs + SLOW_SPREAD_MS),
    source: racing.source,
    stops: racing.stops,
  }
}

function isSamePitLane({ medianMs }: KnownPitLoss, measured: readonly MeasuredStop[]): boolean {
  const losses = measured.map(({ lossMs }) => lossMs)
  return losses.length === 0 || Math.abs(median(losses) - medianMs) <= KNOWN_APART_MS
}

function fromTrack({ lowMs, medianMs, highMs, stops }: KnownPitLoss): PitLoss {
  return {
    lowMs: Math.min(lowMs, medianMs - SPREAD_MIN_MS),
    medianMs,
    highMs: Math.max(highMs, medianMs + SPREAD_MIN_MS),
    source: 'track',
    stops,
  }
}

function racingLoss(
  drivers: readonly Driver[],
  measured: readonly MeasuredStop[],
  bypassMs: number,
): PitLoss {
  // The time in the lane is known at the exit, while the loss is known a sector later.
  const lanes = drivers.flatMap((driver) =>
    driver.pitStops.flatMap((stop) => stop.pitLaneTimeMs ?? []),
  )
  if (lanes.length === 0 && measured.length === 0) return around(USUAL_LOSS_MS, USUAL_SPREAD_MS, 0)
  if (measured.length === 0) {
    return around(median(lanes) - bypassMs, USUAL_BYPASS_SPREAD_MS, lanes.length)
  }
  const losses = measured.map(({ lossMs }) => lossMs).toSorted((a, b) => a - b)
  const medianMs = lanes.length > losses.length ? median(lanes) - bypassMs : quantile(losses, 0.5)
  if (losses.length < ENOUGH_STOPS) return around(medianMs, FEW_STOPS_SPREAD_MS, losses.length)
  return {
    lowMs: medianMs - Math.max(SPREAD_MIN_MS, quantile(losses, 0.5) - quantile(losses, 0.25)),
    medianMs,
    highMs: medianMs + Math.max(SPREAD_MIN_MS, quantile(losses, 0.75) - quantile(losses, 0.5)),
    source: 'session',
    stops: losses.length,
  }
}

function around(medianMs: number, spreadMs: number, stops: number): PitLoss {
  return {
    lowMs: medianMs - spreadMs,
    medianMs,
    highMs: medianMs + spreadMs,
    source: stops === 0 ? 'game' : 'session',
    stops,
  }
}
