import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useAccount } from '../../auth/account.ts'
import { useStore } from '../../state/store.ts'
import { roleOf, useChosenDrivers } from '../../timing/chosen-drivers.ts'
import { namedDriver, seasonNames } from '../../timing/season-names.ts'

/**
 * Returns the car of the reader: of the driver they have chosen as their own, else the one they recorded it with; it is
 * null if neither is known.
 */
export function useOwnDriverIdx({
  drivers,
  recorderDriverIdx,
  userId,
}: Pick<SessionDetail, 'drivers' | 'recorderDriverIdx' | 'userId'>): number | null {
  const account = useAccount()
  const marked = useChosenDrivers()
  const names = useStore(seasonNames)
  const chosen = drivers.find((driver) => roleOf(namedDriver(driver, names), marked) === 'own')
  if (chosen) return chosen.driverIdx
  return account?.userId === userId ? (recorderDriverIdx ?? null) : null
}
