import type { LiveSession } from '@pitboard/contract/live/live'
import { useChosenDrivers } from '../../timing/chosen-drivers.ts'
import { standingOf } from '../race/standing.ts'

/** The reader's own driver and their rivals: their rows stay in sight. */
export function usePinnedNames(): readonly string[] {
  const { own, rivals } = useChosenDrivers()
  return own === null ? rivals : [own, ...rivals]
}

/** The places of pinned drivers in the order of the session, as a text that only changes with them. */
export function pinnedPlaces(session: LiveSession, names: readonly string[]): string {
  if (names.length === 0) return ''
  const { order } = standingOf(session)
  return order.filter((place) => names.includes(session.drivers[place]?.name ?? '')).join()
}
