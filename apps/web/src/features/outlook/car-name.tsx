import { CarMark } from '../../timing/car-mark.tsx'
import { TeamBar } from '../../timing/team-bar.tsx'
import { useCarIdentity } from '../race/car-identity.ts'
import { useDriverFocus } from '../race/driver-focus.tsx'

interface CarNameProps {
  /** The car is `drivers[place]`. */
  readonly place: number
}

/** Shows the car's code in its team's colour; pressing it follows the driver. */
export function CarName({ place }: CarNameProps) {
  const focus = useDriverFocus()
  const car = useCarIdentity(place)
  if (!car) return null
  const { code, name, teamColour, driverIdx } = car
  const isFollowed = driverIdx === focus.driverIdx
  return (
    <button
      type="button"
      aria-pressed={isFollowed}
      title={name}
      onClick={() => focus.focusDriver(isFollowed ? null : driverIdx)}
      className="timing inline-flex min-h-8 items-center gap-1.5 rounded-s font-semibold hover:underline aria-pressed:underline coarse:min-h-11"
    >
      <TeamBar teamColour={teamColour} />
      {code}
      <CarMark driverIdx={driverIdx} name={name} />
    </button>
  )
}
