import type { Body } from '../formats/model.ts'

type LapCars = Body<'lapData'>['cars']
type StatusCars = Body<'carStatus'>['cars']

/** Whether anything but the running times and distances changed for any car. */
export function timingChanged(before: LapCars, after: LapCars): boolean {
  for (let i = 0; i < after.length; i++) {
    const a = before[i]
    const b = after[i]
    if (a === undefined || b === undefined) return true
    if (
      a.carPosition !== b.carPosition ||
      a.currentLapNum !== b.currentLapNum ||
      a.sector !== b.sector ||
      a.lastLapTimeMs !== b.lastLapTimeMs ||
      a.sector1TimeMs !== b.sector1TimeMs ||
      a.sector2TimeMs !== b.sector2TimeMs ||
      a.pitStatus !== b.pitStatus ||
      a.numPitStops !== b.numPitStops ||
      a.pitLaneTimerActive !== b.pitLaneTimerActive ||
      a.pitStopShouldServePen !== b.pitStopShouldServePen ||
      a.resultStatus !== b.resultStatus ||
      a.driverStatus !== b.driverStatus ||
      a.currentLapInvalid !== b.currentLapInvalid ||
      a.penaltiesSeconds !== b.penaltiesSeconds ||
      a.totalWarnings !== b.totalWarnings ||
      a.cornerCuttingWarnings !== b.cornerCuttingWarnings ||
      a.numUnservedDriveThroughPens !== b.numUnservedDriveThroughPens ||
      a.numUnservedStopGoPens !== b.numUnservedStopGoPens ||
      a.gridPosition !== b.gridPosition
    ) {
      return true
    }
  }
  return false
}

/** Whether a car's compound or the age of its tyres is another. */
export function tyresChanged(before: StatusCars, after: StatusCars): boolean {
  return after.some((b, i) => {
    const a = before[i]
    return (
      a?.visualTyreCompound !== b.visualTyreCompound ||
      a.actualTyreCompound !== b.actualTyreCompound ||
      a.tyresAgeLaps !== b.tyresAgeLaps
    )
  })
}

/** Whether two datagrams of a kind say the same after their headers. */
export function sameBody(a: Uint8Array, b: Uint8Array, headerSize: number): boolean {
  if (a.length !== b.length) return false
  for (let i = headerSize; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
