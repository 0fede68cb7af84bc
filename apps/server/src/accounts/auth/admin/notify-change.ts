import type { AuthUser } from '../../../platform/db/auth-tables.ts'
import type { AuthContext } from '../auth-context.ts'
import type { Source } from '../http/source.ts'
import { notify } from '../mail/notify.ts'

/** Tells a user, at the address he had, of what somebody else may have changed of how he signs in. */
export async function tellOfChange(
  auth: AuthContext,
  before: AuthUser,
  now: AuthUser,
  source: Pick<Source, 'language'>,
): Promise<void> {
  const { email } = before
  if (email === null || before.email_confirmed_at === null) return
  if (now.email !== email) {
    const newEmail = now.email === null ? {} : { newEmail: now.email }
    await notify(auth, auth.db, before, source, 'email-changed', { email, ...newEmail })
  }
  if (now.phone !== null && now.phone !== before.phone) {
    await notify(auth, auth.db, before, source, 'phone-changed', { email, phone: `+${now.phone}` })
  }
  if (before.password_hash !== null && now.password_hash !== before.password_hash) {
    await notify(auth, auth.db, before, source, 'password-changed', { email })
  }
}
