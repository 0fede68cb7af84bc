import type { LiveSession } from '../live/live.ts'
import type { Driver } from '../sessions/driver.ts'
import { SafetyCarStatus } from '../wire/enumerations.ts'
import { median, quantile } from './quantile.ts'
import { racingLaps } from './racing-laps.ts'

/** What a stop costs against staying on the track. About half of all stops are within low and high. */
export interface PitLoss {
  readonly lowMs: number
  readonly medianMs: number
  readonly highMs: number
  /** Number of stops that it was learned from; 0 for the usual loss of the game. */
  readonly stops: number
}

/** Over the circuits of the game, with a stop of 2 to 4 s. */
const USUAL_LOSS_MS = 22_000
const USUAL_SPREAD_MS = 5_000
/** What a car on the track needs for the length of the pit lane. */
const USUAL_BYPASS_MS = 4_500
const USUAL_BYPASS_SPREAD_MS = 2_000
/** Quartiles of few stops are not reliable. */
const SPREAD_MIN_MS = 500
const FEW_STOPS_SPREAD_MS = 1_500
const ENOUGH_STOPS = 3
/** Share of the racing speed that a safety car allows. */
const SAFETY_CAR_SHARES = new Map<number, number>([
  [SafetyCarStatus.Full, 0.6],
  [SafetyCarStatus.Virtual, 0.65],
])
const SLOW_SPREAD_MS = 4_000
/** No stop costs less: its lap or its times are wrong. */
const LOSS_MIN_MS = 5_000
/** A stop is not measured if the field was slower by more: a safety car, a flag, rain. */
const SLOW_SHARE = 0.03

/**
 * What a stop costs now, learned from the stops of the session so far. Behind a safety car the time in
 * the lane is the same, and the others need longer for the same way. Laps behind a safety car are not
 * learned from: the field bunches up, so that their gaps do not show what the stop cost.
 */
export function pitLossOf({
  drivers,
  safetyCarStatus,
}: Pick<LiveSession, 'drivers' | 'safetyCarStatus'>): PitLoss {
  const measured = measuredStops(drivers)
  const bypasses = measured.flatMap(({ bypassMs }) => bypassMs ?? [])
  const bypassMs = bypasses.length > 0 ? median(bypasses) : USUAL_BYPASS_MS
  const racing = racingLoss(drivers, measured, bypassMs)
  const slowShare = SAFETY_CAR_SHARES.get(safetyCarStatus)
  if (slowShare === undefined) return racing
  const savedMs = bypassMs / slowShare - bypassMs
  return {
    lowMs: Math.max(0, racing.lowMs - savedMs - SLOW_SPREAD_MS),
    medianMs: Math.max(0, racing.medianMs - savedMs),
    highMs: Math.max(0, racing.highMs - savedMs + SLOW_SPREAD_MS),
    stops: racing.stops,
  }
}

function racingLoss(
  drivers: readonly Driver[],
  measured: readonly MeasuredStop[],
  bypassMs: number,
): PitLoss {
  // The time in the lane is known at the exit, the loss a sector later.
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
    stops: losses.length,
  }
}

function around(medianMs: number, spreadMs: number, stops: number): PitLoss {
  return { lowMs: medianMs - spreadMs, medianMs, highMs: medianMs + spreadMs, stops }
}

interface MeasuredStop {
  readonly lossMs: number
  readonly bypassMs: number | null
}

/**
 * Stops that were measured to the end of the out lap's first sector, in laps that the others drove at
 * racing speed.
 */
function measuredStops(drivers: readonly Driver[]): MeasuredStop[] {
  const field = drivers.map((driver) => ({ driver, typicalMs: typicalWay(driver) }))
  return field.flatMap(({ driver, typicalMs }) =>
    driver.pitStops.flatMap(({ lapNum, pitLaneTimeMs }): MeasuredStop[] => {
      const drivenMs = drivenWay(driver, lapNum)
      const slowdownMs = slowdownOf(field, lapNum)
      if (drivenMs === null || typicalMs === null || slowdownMs === null) return []
      if (slowdownMs > typicalMs * SLOW_SHARE || stopsAround(driver, lapNum) > 1) return []
      const lossMs = drivenMs - typicalMs - slowdownMs
      if (lossMs < LOSS_MIN_MS) return []
      return [{ lossMs, bypassMs: pitLaneTimeMs === null ? null : pitLaneTimeMs - lossMs }]
    }),
  )
}

type Field = readonly { readonly driver: Driver; readonly typicalMs: number | null }[]

/** How much longer than usual the cars that stayed out needed for the same way. */
function slowdownOf(field: Field, lapNum: number): number | null {
  const slower = field.flatMap(({ driver, typicalMs }) => {
    const drivenMs = stopsAround(driver, lapNum) > 0 ? null : drivenWay(driver, lapNum)
    return drivenMs === null || typicalMs === null ? [] : [drivenMs - typicalMs]
  })
  return slower.length > 0 ? median(slower) : null
}

function stopsAround({ pitStops }: Driver, lap: number): number {
  return pitStops.filter(({ lapNum }) => Math.abs(lapNum - lap) <= 1).length
}

/** From the beginning of a lap to the end of the next one's first sector: the pit lane lies between. */
function drivenWay(driver: Driver, lapNum: number): number | null {
  const { lapTimes, currentLapNumber, currentSector1TimeMs } = driver
  const lapMs = lapTimes[lapNum - 1]?.lapTime ?? null
  const sectorMs =
    lapTimes[lapNum]?.sector1Time ?? (currentLapNumber === lapNum + 1 ? currentSector1TimeMs : null)
  return lapMs === null || sectorMs === null ? null : lapMs + sectorMs
}

function typicalWay(driver: Driver): number | null {
  const laps = racingLaps(driver)
  const sectors = laps.flatMap(({ sector1Time }) => sector1Time ?? [])
  if (sectors.length === 0) return null
  return median(laps.map(({ lapTime }) => lapTime)) + median(sectors)
}
