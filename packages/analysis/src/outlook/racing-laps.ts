import type { Driver } from '@pitboard/contract/sessions/driver'
import { completedLapsOf } from '../laps/completed-laps.ts'

/** A lap that is slower by this factor was hindered by a safety car, a spin or a flag. */
const HINDERED_SHARE = 1.07

type DrivenLaps = Pick<Driver, 'lapTimes' | 'numberOfLaps' | 'pitStops'>

/**
 * Returns the laps at racing speed with their numbers: the first lap, laps to or from the pits and hindered
 * laps are left out.
 */
export function racingLaps(driver: DrivenLaps) {
  const { lapTimes, pitStops } = driver
  const laps = lapTimes
    .slice(0, completedLapsOf(driver))
    .flatMap(({ lapTime, sector1Time }, index) => {
      const lapNum = index + 1
      const isPitLap = pitStops.some((stop) => stop.lapNum === lapNum || stop.lapNum + 1 === lapNum)
      return lapTime === null || lapNum === 1 || isPitLap ? [] : [{ lapNum, lapTime, sector1Time }]
    })
  const bestMs = Math.min(...laps.map(({ lapTime }) => lapTime))
  return laps.filter(({ lapTime }) => lapTime <= bestMs * HINDERED_SHARE)
}
