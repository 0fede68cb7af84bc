import { DriverMark } from './driver-mark.tsx'
import { useNamedDrivers } from './season-names.ts'

interface CarMarkProps {
  readonly driverIdx: number
  readonly name: string
}

/** Marks a driver of the shown session, whichever of their names was chosen. */
export function CarMark(car: CarMarkProps) {
  return <DriverMark {...useNamedDrivers()(car)} />
}
