import type { Driver } from '@pitboard/contract/sessions/driver'
import { completedLapsOf } from './completed-laps.ts'

export interface Stint {
  readonly tyreCompound: number
  readonly firstLap: number
  readonly laps: number
}

/**
 * Returns the stints of a driver with the laps that they lasted; a set that was never driven on is left out.
 */
export function stintsOf(driver: Pick<Driver, 'tyres' | 'numberOfLaps'>): Stint[] {
  const driven = completedLapsOf(driver)
  let firstLap = 1
  const stints: Stint[] = []
  for (const { tyreCompound, endLap } of driver.tyres) {
    const lastLap = Math.min(endLap ?? driven, driven)
    const laps = lastLap - firstLap + 1
    if (laps <= 0) continue
    stints.push({ tyreCompound, firstLap, laps })
    firstLap = lastLap + 1
  }
  return stints
}

/** Returns the tyres of a driver on a lap; null for a lap that they did not drive. */
export function compoundOnLap(driver: Pick<Driver, 'tyres' | 'numberOfLaps'>, lap: number) {
  const stint = stintsOf(driver).find(
    ({ firstLap, laps }) => lap >= firstLap && lap < firstLap + laps,
  )
  return stint?.tyreCompound ?? null
}

export interface DriverStints {
  readonly driver: Driver
  readonly stints: readonly Stint[]
}
