import { TeamBar } from '../../timing/team-bar.tsx'
import { driverCode } from '../race/driver-code.ts'
import { useDriverFocus } from '../race/driver-focus.tsx'
import { useCar } from '../race/use-live.ts'

interface CarNameProps {
  /** In `drivers`. */
  readonly place: number
}

/** The car's code in its team's colour; pressing it follows the driver. */
export function CarName({ place }: CarNameProps) {
  const focus = useDriverFocus()
  const code = useCar(place, (_, { drivers }) => driverCode(drivers, place))
  const name = useCar(place, (driver) => driver.name) ?? ''
  const colour = useCar(place, (driver) => driver.teamColour) ?? ''
  const driverIdx = useCar(place, (driver) => driver.driverIdx)
  const isFollowed = driverIdx !== null && driverIdx === focus.driverIdx
  return (
    <button
      type="button"
      aria-pressed={isFollowed}
      title={name}
      onClick={() => focus.focusDriver(isFollowed ? null : driverIdx)}
      className="timing inline-flex min-h-8 items-center gap-1.5 rounded-s font-semibold hover:underline aria-pressed:underline coarse:min-h-11"
    >
      <TeamBar teamColour={colour} />
      {code}
    </button>
  )
}
