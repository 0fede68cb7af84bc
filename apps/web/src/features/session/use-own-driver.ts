import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useAccount } from '../../auth/account.ts'
import { roleOf, useChosenDrivers } from '../../timing/chosen-drivers.ts'
import { useNamedDrivers } from '../../timing/season-names.ts'
import { findOwnDriverIdx } from './own-driver.ts'

/** Returns the car of the reader; null if it is unknown. */
export function useOwnDriverIdx(
  session: Pick<SessionDetail, 'drivers' | 'recorderDriverIdx' | 'userId'>,
): number | null {
  const account = useAccount()
  const marked = useChosenDrivers()
  const named = useNamedDrivers()
  return findOwnDriverIdx(
    session,
    (driver) => roleOf(named(driver), marked) === 'own',
    account?.userId ?? null,
  )
}
