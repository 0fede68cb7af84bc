import type { AuthUser } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../http/auth-error.ts'
import { checkNotBanned } from '../users/banned.ts'
import { findUserByEmail, lockUser, updateUser } from '../users/queries.ts'
import { userGone } from '../users/refusals.ts'
import type { Arrival } from './account-of.ts'
import { findIdentity } from './find-account.ts'
import { addIdentity, tellProviders } from './identities.ts'

/** Throws a 404 where the operator wants no linking. */
export function checkLinkingEnabled({ config }: Pick<AuthContext, 'config'>): void {
  if (config.authManualLinking) return
  throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

/** A signed-in user adds a provider to his account. */
export async function linkIdentity(
  auth: AuthContext,
  db: Db,
  userId: string,
  { provider, who, source }: Pick<Arrival, 'provider' | 'who' | 'source'>,
): Promise<AuthUser> {
  const user = await lockUser(db, userId)
  if (!user) throw userGone()
  checkNotBanned(user, auth.now(), 403)
  if (user.is_sso_user) {
    throw new AuthError(422, 'user_sso_managed', 'A user of the single sign-on can’t be linked')
  }
  const known = await findIdentity(db, provider.name, who.subject)
  if (known) throw identityTaken(known.user_id === userId)
  await addIdentity(auth, db, user, provider.name, who)
  const details = { provider: provider.name }
  await audit(auth, db, { action: 'identity_linked', userId, ip: source.ip, details })
  const linked = await tellProviders(auth, db, await withEmail(auth, db, user, arrivalEmail(who)))
  return linked.is_anonymous ? updateUser(auth, db, userId, { is_anonymous: false }) : linked
}

function arrivalEmail({ email, isEmailVerified }: Arrival['who']): string | null {
  return isEmailVerified ? email : null
}

/** Whoever had no address gets the one that the provider has verified, unless it is taken. */
async function withEmail(
  auth: AuthContext,
  db: Db,
  user: AuthUser,
  email: string | null,
): Promise<AuthUser> {
  if (user.email !== null || email === null || (await findUserByEmail(db, email))) return user
  return updateUser(auth, db, user.id, { email, email_confirmed_at: auth.now() })
}

export function identityTaken(isOwn: boolean): AuthError {
  return new AuthError(
    422,
    'identity_already_exists',
    isOwn ? 'Identity is already linked' : 'Identity is already linked to another user',
  )
}
