import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useAccount } from '../../auth/account.ts'
import { useStore } from '../../state/store.ts'
import { roleOf, useChosenDrivers } from '../../timing/chosen-drivers.ts'
import { namedDriver, seasonNames } from '../../timing/season-names.ts'
import { findOwnDriverIdx } from './own-driver.ts'

/** Returns the car of the reader; null if it is unknown. */
export function useOwnDriverIdx(
  session: Pick<SessionDetail, 'drivers' | 'recorderDriverIdx' | 'userId'>,
): number | null {
  const account = useAccount()
  const marked = useChosenDrivers()
  const names = useStore(seasonNames)
  return findOwnDriverIdx(
    session,
    (driver) => roleOf(namedDriver(driver, names), marked) === 'own',
    account?.userId ?? null,
  )
}
