import type { Driver } from '@pitboard/contract/sessions/driver'
import { CarMark } from '../../timing/car-mark.tsx'
import { TeamBar } from '../../timing/team-bar.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'

interface DriverLabelProps {
  readonly driver: Driver
  /** It is their account, if it is known: the name leads to its page. */
  readonly userId?: string | null
}

/** Shows the team's colour and the driver's name. */
export function DriverLabel({ driver, userId = null }: DriverLabelProps) {
  return (
    <span className="flex max-w-60 min-w-0 items-center gap-2">
      <TeamBar teamColour={driver.teamColour} />
      <span className="truncate">
        {userId === null ? (
          driver.name
        ) : (
          <TextLink to="/user/$userId" params={{ userId }}>
            {driver.name}
          </TextLink>
        )}
      </span>
      <CarMark driverIdx={driver.driverIdx} name={driver.name} />
    </span>
  )
}
