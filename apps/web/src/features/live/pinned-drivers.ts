import type { LiveSession } from '@pitboard/contract/live/live'
import { useCallback } from 'react'
import { roleOf, useChosenDrivers } from '../../timing/chosen-drivers.ts'
import { useNamedDrivers } from '../../timing/season-names.ts'
import { standingOf } from '../race/standing.ts'

type IsPinned = (driver: { readonly driverIdx: number; readonly name: string }) => boolean

/** The rows of the reader's own driver and their rivals stay in sight. */
export function useIsPinned(): IsPinned {
  const chosen = useChosenDrivers()
  const named = useNamedDrivers()
  return useCallback((driver) => roleOf(named(driver), chosen) !== null, [chosen, named])
}

/** Returns the places of pinned drivers in the order of the session, as a text that only changes with them. */
export function pinnedPlaces(session: LiveSession, isPinned: IsPinned): string {
  const { drivers } = session
  return standingOf(session)
    .order.filter((place) => drivers[place] && isPinned(drivers[place]))
    .join()
}
