import type { AuthUser, SsoProvider } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../http/auth-error.ts'
import type { Source } from '../http/source.ts'
import { findIdentity } from '../providers/find-account.ts'
import { addIdentity, refreshIdentity } from '../providers/identities.ts'
import type { ProviderUser } from '../providers/provider.ts'
import { checkNotBanned } from '../users/banned.ts'
import { insertAccount, lockUser, updateUser } from '../users/queries.ts'
import { userGone } from '../users/refusals.ts'

/**
 * The account of somebody whom his company vouches for. It is his there alone: an address leads to
 * nobody else's account, and nobody else's to this (PROTOCOL §7.5).
 */
export async function ssoAccountOf(
  auth: AuthContext,
  db: Db,
  { id }: SsoProvider,
  who: ProviderUser,
  { ip }: Source,
): Promise<AuthUser> {
  const provider = `sso:${id}`
  const details = { provider }
  const known = await findIdentity(db, provider, who.subject)
  if (known) {
    const user = await lockUser(db, known.user_id)
    if (!user) throw userGone()
    checkNotBanned(user, auth.now(), 403)
    await audit(auth, db, { action: 'login', userId: user.id, ip, details })
    await refreshIdentity(auth, db, user, known, who.data)
    return updateUser(auth, db, user.id, { email: who.email })
  }
  if (!auth.config.authSignup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const user = await insertAccount(auth, db, {
    email: who.email,
    email_confirmed_at: auth.now(),
    is_sso_user: true,
    appMetadata: { provider, providers: [provider] },
    userMetadata: who.data,
  })
  await addIdentity(auth, db, user, provider, who)
  await audit(auth, db, { action: 'user_signedup', userId: user.id, ip, details })
  return user
}
