import type { LiveSession } from '@pitboard/contract/live/live'
import { useCallback } from 'react'
import { useStore } from '../../state/store.ts'
import { roleOf, useChosenDrivers } from '../../timing/chosen-drivers.ts'
import { namedDriver, seasonNames } from '../../timing/season-names.ts'
import { standingOf } from '../race/standing.ts'

type IsPinned = (driver: { readonly driverIdx: number; readonly name: string }) => boolean

/** The rows of the reader's own driver and their rivals stay in sight. */
export function useIsPinned(): IsPinned {
  const chosen = useChosenDrivers()
  const names = useStore(seasonNames)
  return useCallback(
    (driver) => roleOf(namedDriver(driver, names), chosen) !== null,
    [chosen, names],
  )
}

/** Returns the places of pinned drivers in the order of the session, as a text that only changes with them. */
export function pinnedPlaces(session: LiveSession, isPinned: IsPinned): string {
  const { drivers } = session
  return standingOf(session)
    .order.filter((place) => drivers[place] && isPinned(drivers[place]))
    .join()
}
