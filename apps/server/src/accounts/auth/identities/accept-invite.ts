import type { AuthUser } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { findTokenByHash } from '../codes/one-time-tokens.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError } from '../http/auth-error.ts'
import { lockUser } from '../users/queries.ts'
import { checkNotBanned } from '../core/callers.ts'
import { addIdentity, findIdentity } from './identities.ts'
import { identityTaken } from './link-identity.ts'
import { type ProviderSignIn, claimAccount } from './provider-account.ts'

/** Accepts an invitation through a provider that has verified the invited address. */
export async function acceptInvite(
  auth: AuthContext,
  db: Db,
  inviteToken: string,
  { provider, who, source }: ProviderSignIn,
): Promise<AuthUser> {
  const user = await lockUser(db, await getInvited(auth, db, inviteToken))
  if (!user || user.email === null) throw inviteGone()
  checkNotBanned(user, auth.now(), 403)
  if (who.email !== user.email) {
    throw new AuthError(
      400,
      'validation_failed',
      'Invited email does not match emails from external provider',
    )
  }
  const known = await findIdentity(db, provider.name, who.subject)
  if (known && known.user_id !== user.id) throw identityTaken(false)
  const identity = known ?? (await addIdentity(auth, db, user, provider.name, who))
  const { ip } = source
  const details = { provider: provider.name }
  await audit(auth, db, { action: 'invite_accepted', userId: user.id, ip, details })
  return claimAccount(auth, db, user, {
    identityId: identity.id,
    email: user.email,
    metadata: { ...user.user_metadata, ...who.data },
    ip,
  })
}

/** The id of the invited user. Throws a 404 for an invitation that is not good. */
export async function getInvited(auth: AuthContext, db: Db, inviteToken: string): Promise<string> {
  const token = await findTokenByHash(auth, db, inviteToken, ['confirmation'])
  if (!token) throw inviteGone()
  return token.user_id
}

function inviteGone(): AuthError {
  return new AuthError(404, 'invite_not_found', 'Invite not found')
}
