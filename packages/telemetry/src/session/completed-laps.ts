import { ResultStatus } from '@pitboard/contract/enumerations'
import type { CarState } from './state.ts'

/** How many laps a car has completed; at a race's flag also the one that it is on (R8). */
export function completedLaps(car: CarState, isRace: boolean): number {
  if (car.result !== null) return car.result.numLaps
  if (car.lap === null) return car.laps.length
  const { currentLapNum, resultStatus } = car.lap
  if (isRace && resultStatus === ResultStatus.Finished) {
    return Math.max(currentLapNum, car.laps.length)
  }
  return Math.max(0, currentLapNum - 1, car.laps.length)
}
