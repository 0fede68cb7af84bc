import type { Driver } from '@pitboard/contract/sessions/driver'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { aDriver } from '../../../testing/a-session.ts'

/** Returns a car of a race that has driven these laps, and drives early in the next. */
export function driven(
  place: number,
  times: readonly number[],
  known: Partial<Driver> = {},
): Driver {
  return aDriver({
    driverIdx: place,
    position: place + 1,
    resultStatus: ResultStatus.Active,
    numberOfLaps: times.length,
    currentLapTimeMs: 10_000,
    lapTimes: times.map((lapTime) => ({
      lapTime,
      sector1Time: null,
      sector2Time: null,
      sector3Time: null,
      invalidLap: false,
    })),
    ...known,
  })
}

export function laps(count: number, fromMs = 90_000, growthMs = 0): number[] {
  return Array.from({ length: count }, (_, index) => fromMs + index * growthMs)
}

export function stint(tyreCompound: number, endLap: number | null) {
  return { tyreCompound, actualTyreCompound: null, endLap }
}
