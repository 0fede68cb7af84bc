import type { Driver, PitStop } from '@pitboard/contract/sessions/driver'
import { median } from '../statistics/quantile.ts'
import { racingLaps } from './racing-laps.ts'

export interface MeasuredStop {
  readonly lossMs: number
  readonly bypassMs: number | null
}

/** The whole field was slow at the time of such a stop. */
interface SlowStop {
  readonly driver: Driver
  readonly lapNum: number
  readonly pitLaneTimeMs: number
  /** The other cars needed this many times their usual time. */
  readonly slowness: number
}

/** No stop costs less: its lap or its times are wrong. */
const LOSS_MIN_MS = 5_000
/**
 * A stop is not measured if the field was slower by more than this share, which a safety car, a flag or rain
 * causes.
 */
const SLOW_SHARE = 0.03

/**
 * Returns the stops that were measured to the end of the out lap's first sector, in laps that the others
 * drove at racing speed.
 */
export function measureStops(drivers: readonly Driver[]): MeasuredStop[] {
  return comparedStops(drivers).flatMap(({ drivenMs, typicalMs, slowdownMs, stop }) => {
    const lossMs = drivenMs - typicalMs - slowdownMs
    if (slowdownMs > typicalMs * SLOW_SHARE || lossMs < LOSS_MIN_MS) return []
    const { pitLaneTimeMs } = stop
    return [{ lossMs, bypassMs: pitLaneTimeMs === null ? null : pitLaneTimeMs - lossMs }]
  })
}

export interface StopLoss {
  readonly driver: Driver
  readonly stop: PitStop
  readonly lossMs: number
  /** The field drove slowly because of a safety car, a flag or rain. */
  readonly isSlow: boolean
}

/** Returns what each stop cost as far as that can be measured, without what the whole field lost on that way. */
export function stopLosses(drivers: readonly Driver[]): StopLoss[] {
  return comparedStops(drivers).flatMap(({ driver, stop, drivenMs, typicalMs, slowdownMs }) => {
    const lossMs = drivenMs - typicalMs - slowdownMs
    const isSlow = slowdownMs > typicalMs * SLOW_SHARE
    return lossMs < LOSS_MIN_MS ? [] : [{ driver, stop, lossMs, isSlow }]
  })
}

/** Returns what the last stop of each car cost, also while the field was slow; null where it is unknown. */
export function lossesOfLastStops(drivers: readonly Driver[]): (number | null)[] {
  const losses = new Map<Driver, number>()
  for (const { driver, stop, lossMs } of stopLosses(drivers)) {
    if (stop === driver.pitStops.at(-1)) losses.set(driver, lossMs)
  }
  return drivers.map((driver) => losses.get(driver) ?? null)
}

/** Returns the stops in laps in which the field was slow. */
export function measureSlowStops(drivers: readonly Driver[]): SlowStop[] {
  return comparedStops(drivers).flatMap(({ driver, typicalMs, slowdownMs, stop }) => {
    const { lapNum, pitLaneTimeMs } = stop
    if (slowdownMs <= typicalMs * SLOW_SHARE || pitLaneTimeMs === null) return []
    return [{ driver, lapNum, pitLaneTimeMs, slowness: 1 + slowdownMs / typicalMs }]
  })
}

/**
 * Returns the stops with the time of their way, the driver's usual time for that way, and what the other cars
 * lost on it.
 */
function comparedStops(drivers: readonly Driver[]) {
  const field = drivers.map((driver) => ({ driver, typicalMs: typicalWay(driver) }))
  return field.flatMap(({ driver, typicalMs }) =>
    driver.pitStops.flatMap((stop) => {
      const drivenMs = drivenWay(driver, stop.lapNum)
      const slowdownMs = slowdownOf(field, stop.lapNum)
      if (drivenMs === null || typicalMs === null || slowdownMs === null) return []
      if (stopsAround(driver, stop.lapNum) > 1) return []
      return [{ driver, stop, drivenMs, typicalMs, slowdownMs }]
    }),
  )
}

type Field = readonly { readonly driver: Driver; readonly typicalMs: number | null }[]

/** Returns how much longer than usual the cars that stayed out needed for the same way. */
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

/**
 * Returns the time in ms from the beginning of a lap to the end of the next lap's first sector: the pit lane lies
 * between them. Null if unknown.
 */
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
