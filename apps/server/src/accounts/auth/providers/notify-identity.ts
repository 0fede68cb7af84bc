import type { AuthUser } from '../../../platform/db/auth-tables.ts'
import type { AuthContext } from '../auth-context.ts'
import type { Source } from '../http/source.ts'
import { notify } from '../mail/notify.ts'
import { findAuthUser } from '../users/queries.ts'

/** Tells a user that a service has been linked to his account. After the transaction. */
export async function tellOfLinked(
  auth: AuthContext,
  userId: string,
  source: Pick<Source, 'language'>,
  provider: string,
): Promise<void> {
  const user = await findAuthUser(auth.db, userId)
  if (user) await tell(auth, user, source, 'identity-added', provider)
}

/** The same of one that he has given up, at the address that he had before. */
export async function tellOfUnlinked(
  auth: AuthContext,
  before: AuthUser,
  source: Pick<Source, 'language'>,
  provider: string,
): Promise<void> {
  await tell(auth, before, source, 'identity-removed', provider)
}

async function tell(
  auth: AuthContext,
  user: AuthUser,
  source: Pick<Source, 'language'>,
  template: 'identity-added' | 'identity-removed',
  provider: string,
): Promise<void> {
  const { email, email_confirmed_at: confirmedAt } = user
  if (email === null || confirmedAt === null) return
  await notify(auth, auth.db, user, source, template, { email, provider })
}
