import type { LiveSession } from '@pitboard/contract/live/live'
import { racingLaps } from '@pitboard/analysis/outlook/racing-laps'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { stintsOf } from '@pitboard/analysis/laps/stints'

export interface TyreLife {
  readonly tyreCompound: number
  readonly stints: number
  readonly longestLaps: number
  /** Only completed stints count; it is null without one. */
  readonly averageLaps: number | null
  /** This many cars drive on it now. */
  readonly carsNow: number
  /** A lap is this much slower than the lap before; null where too few laps are known. */
  readonly lossPerLapMs: number | null
}

/** Fewer laps of a stint do not show a trend. */
const STINT_LAPS_MIN = 5
const LAPS_MIN = 15
/** From this standard error on, traffic and mistakes hide the trend. */
const ERROR_MAX_MS = 60

/** Returns what the laps of this session say about each compound, the most used first. */
export function tyreLifeOf({ drivers }: Pick<LiveSession, 'drivers'>): readonly TyreLife[] {
  const driven = drivers.flatMap((driver) =>
    stintsOf(driver).map((stint, index, stints) => ({
      ...stint,
      isOver: index < stints.length - 1,
      laps: stint.laps,
      paceLaps: paceLapsOf(driver, stint.firstLap, stint.laps),
    })),
  )
  const compounds = [...new Set(driven.map(({ tyreCompound }) => tyreCompound))]
  return compounds
    .map((tyreCompound): TyreLife => {
      const stints = driven.filter((stint) => stint.tyreCompound === tyreCompound)
      const over = stints.filter(({ isOver }) => isOver)
      return {
        tyreCompound,
        stints: stints.length,
        longestLaps: Math.max(...stints.map(({ laps }) => laps)),
        averageLaps: over.length === 0 ? null : mean(over.map(({ laps }) => laps)),
        carsNow: drivers.filter((driver) => drivesOn(driver, tyreCompound)).length,
        lossPerLapMs: lossPerLap(stints.map(({ paceLaps }) => paceLaps)),
      }
    })
    .toSorted((a, b) => b.stints - a.stints)
}

function drivesOn({ resultStatus, currentTyreCompound }: Driver, tyreCompound: number): boolean {
  return resultStatus === ResultStatus.Active && currentTyreCompound === tyreCompound
}

interface PaceLap {
  readonly lapNum: number
  readonly lapTime: number
}

function paceLapsOf(driver: Driver, firstLap: number, laps: number): PaceLap[] {
  return racingLaps(driver).filter(({ lapNum }) => lapNum >= firstLap && lapNum < firstLap + laps)
}

/**
 * Returns the common slope of all stints, each around its own mean, so that a quick driver on old tyres does not count
 * as good tyres. Lighter fuel is in it: a car gets quicker while its tyres get slower.
 */
function lossPerLap(stints: readonly (readonly PaceLap[])[]): number | null {
  const long = stints.filter((laps) => laps.length >= STINT_LAPS_MIN)
  const count = long.reduce((sum, laps) => sum + laps.length, 0)
  if (count < LAPS_MIN) return null
  let [products, squares, variation] = [0, 0, 0]
  for (const laps of long) {
    const meanLap = mean(laps.map(({ lapNum }) => lapNum))
    const meanTime = mean(laps.map(({ lapTime }) => lapTime))
    for (const { lapNum, lapTime } of laps) {
      products += (lapNum - meanLap) * (lapTime - meanTime)
      squares += (lapNum - meanLap) ** 2
      variation += (lapTime - meanTime) ** 2
    }
  }
  const slope = products / squares
  const unexplained = Math.max(0, variation - slope * products)
  const error = Math.sqrt(unexplained / (count - long.length - 1) / squares)
  return error > ERROR_MAX_MS ? null : slope
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
