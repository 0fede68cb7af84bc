import type { Updateable } from 'kysely'
import type { AuthUser, AuthUserTable, Identity } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { deleteTokensOf } from '../codes/one-time-tokens.ts'
import { AuthError } from '../http/auth-error.ts'
import { findUserByEmail, listIdentities, lockUser, updateUser } from '../users/queries.ts'
import { userGone } from '../users/refusals.ts'
import { tellProviders } from './identities.ts'

/**
 * A user gives up a way of signing in (PROTOCOL §4, Identities). Returns him as he was and as he is,
 * since his address may be another one, and what he has given up.
 */
export async function unlinkIdentity(
  auth: AuthContext,
  db: Db,
  { userId, identityId, ip }: { userId: string; identityId: string; ip: string | null },
): Promise<{ before: AuthUser; now: AuthUser; provider: string }> {
  const user = await lockUser(db, userId)
  if (!user) throw userGone()
  const identities = await listIdentities(db, userId)
  const gone = identities.find(({ id }) => id === identityId)
  if (!gone) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
  if (identities.length < 2) {
    throw new AuthError(
      422,
      'single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    )
  }
  const kept = identities.filter(({ id }) => id !== identityId)
  const changes = await addressesWithout(db, user, gone, kept)
  await db.deleteFrom('auth.identities').where('id', '=', identityId).execute()
  await deleteTokensOf(db, userId)
  const now = await tellProviders(auth, db, await updateUser(auth, db, userId, changes))
  const details = { provider: gone.provider }
  await audit(auth, db, { action: 'identity_unlinked', userId, ip, details })
  return { before: user, now, provider: gone.provider }
}

async function addressesWithout(
  db: Db,
  user: AuthUser,
  gone: Identity,
  kept: readonly Identity[],
): Promise<Updateable<AuthUserTable>> {
  if (gone.provider === 'phone') return { phone: null, phone_confirmed_at: null, new_phone: null }
  const isOwner = gone.email !== null && gone.email === user.email
  if (!isOwner || kept.some(({ email }) => email === user.email)) return {}
  // An address that nobody has verified is promised to nobody: it would lie in wait for its owner.
  const next = kept.find(
    (each) => each.email !== null && each.identity_data['email_verified'] === true,
  )
  const email = next?.email ?? null
  if (email === null) return { email: null, email_confirmed_at: null, new_email: null }
  const owner = await findUserByEmail(db, email)
  if (owner && owner.id !== user.id) {
    throw new AuthError(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    )
  }
  return { email, new_email: null }
}
