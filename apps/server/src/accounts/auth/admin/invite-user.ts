import type { AuthUser } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../auth-context.ts'
import type { Source } from '../http/source.ts'
import { tellProviders } from '../providers/identities.ts'
import { lockOut } from '../users/revoke-credentials.ts'
import { findUserByEmail, listIdentities, lockUser, updateUser } from '../users/queries.ts'
import { emailTaken } from '../users/refusals.ts'
import { createUser } from './create-user.ts'

/**
 * The account of somebody who is invited: a new one, or one that was never confirmed. Whoever
 * signed up with the address of somebody else keeps no way into it.
 */
export async function inviteUser(
  auth: AuthContext,
  db: Db,
  { email, data }: { email: string; data: Readonly<Record<string, unknown>> },
  source: Source,
): Promise<AuthUser> {
  const known = await findUserByEmail(db, email)
  const at = auth.now()
  if (!known) {
    const wanted = { email, passwordHash: null, userMetadata: data, invitedAt: at }
    return createUser(auth, db, wanted, source)
  }
  const user = await lockUser(db, known.id)
  if (!user || user.email_confirmed_at !== null) throw emailTaken()
  const identities = await listIdentities(db, user.id)
  const own = identities.find(({ provider }) => provider === 'email')
  await lockOut(db, user.id, { keptIdentityId: own?.id ?? null })
  const invited = await updateUser(auth, db, user.id, {
    invited_at: at,
    password_hash: null,
    phone: null,
    phone_confirmed_at: null,
    new_email: null,
    new_phone: null,
    user_metadata: JSON.stringify(data),
  })
  return tellProviders(auth, db, invited)
}
