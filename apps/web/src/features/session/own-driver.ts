import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useAccount } from '../../auth/account.ts'
import { useChosenDrivers } from '../../timing/chosen-drivers.ts'

/** Returns the car of the reader: of the driver they have chosen as their own, else the one they recorded it with; null if neither. */
export function useOwnDriverIdx({
  drivers,
  recorderDriverIdx,
  userId,
}: Pick<SessionDetail, 'drivers' | 'recorderDriverIdx' | 'userId'>): number | null {
  const account = useAccount()
  const { own } = useChosenDrivers()
  const chosen = own === null ? undefined : drivers.find(({ name }) => name === own)
  if (chosen) return chosen.driverIdx
  return account?.userId === userId ? (recorderDriverIdx ?? null) : null
}
