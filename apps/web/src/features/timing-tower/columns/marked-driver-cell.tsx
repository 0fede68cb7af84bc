import { CarMark } from '../../../timing/car-mark.tsx'
import { useCarIdentity } from '../../race/car-identity.ts'
import { type CellProps, DriverCell } from '../table/tower-cells.tsx'

/** Shows the driver with the sign that the reader's own and their rivals have on every page. */
export function MarkedDriverCell({ place }: CellProps) {
  const car = useCarIdentity(place)
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="min-w-0 flex-1">
        <DriverCell place={place} />
      </span>
      {car && <CarMark driverIdx={car.driverIdx} name={car.name} />}
    </span>
  )
}
