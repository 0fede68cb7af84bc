import type { Driver } from '@pitboard/contract/driver'
import { readableColour } from '../../timing/readable-colour.ts'

/** The team's colour and the driver's name. */
export function DriverLabel({ driver }: { readonly driver: Driver }) {
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden="true"
        className="h-5 w-1 shrink-0 rounded-[1px]"
        style={{ backgroundColor: readableColour(driver.teamColour) }}
      />
      <span className="truncate">{driver.name}</span>
    </span>
  )
}
