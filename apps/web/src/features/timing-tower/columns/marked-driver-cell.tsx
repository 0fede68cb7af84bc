import { DriverMark } from '../../../timing/driver-mark.tsx'
import { useCar } from '../../race/use-live.ts'
import { type CellProps, DriverCell } from '../table/tower-cells.tsx'

/** The driver with the sign that the reader's own and their rivals have on every page. */
export function MarkedDriverCell({ place }: CellProps) {
  const name = useCar(place, (driver) => driver.name)
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="min-w-0 flex-1">
        <DriverCell place={place} />
      </span>
      <DriverMark name={name} />
    </span>
  )
}
