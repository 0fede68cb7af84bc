import { useContext } from 'react'
import { useDriverFocus } from '../../race/driver-focus.tsx'
import { CarMark } from '../../../timing/car-mark.tsx'
import { useCarIdentity } from '../../race/car-identity.ts'
import { TabStopContext } from '../table/tab-stop.ts'
import { type CellProps, DriverCell } from '../table/tower-cells.tsx'

/** Shows the driver as a button: the screen follows them, or nobody any more. */
export function FocusDriverCell({ place }: CellProps) {
  const car = useCarIdentity(place)
  const focus = useDriverFocus()
  const isFocused = car !== null && focus.driverIdx === car.driverIdx
  const isTabStop = useContext(TabStopContext) === place
  return (
    <span className="flex min-w-0 items-center gap-1">
      <button
        type="button"
        aria-pressed={isFocused}
        data-row-button
        tabIndex={isTabStop ? 0 : -1}
        // The row takes the press, wherever in it the pointer is.
        className="min-w-0 flex-1 -outline-offset-2 text-left"
      >
        <DriverCell place={place} />
      </button>
      {car && <CarMark driverIdx={car.driverIdx} name={car.name} />}
    </span>
  )
}
