import type { Driver } from '@pitboard/contract/sessions/driver'
import { DriverMark } from '../../timing/driver-mark.tsx'
import { TeamBar } from '../../timing/team-bar.tsx'

/** The team's colour and the driver's name. */
export function DriverLabel({ driver }: { readonly driver: Driver }) {
  return (
    <span className="flex max-w-60 min-w-0 items-center gap-2">
      <TeamBar teamColour={driver.teamColour} />
      <span className="truncate">{driver.name}</span>
      <DriverMark name={driver.name} />
    </span>
  )
}
