import type { AuthUser } from '../../db/auth-tables.ts'
import type { Db } from '../../db/tables.ts'
import type { AuthContext } from '../auth-context.ts'
import { deleteTokensOf } from '../codes/one-time-tokens.ts'
import type { Source } from '../http/source.ts'
import { mergeMetadata } from '../users/metadata.ts'
import { findUserByEmail, lockUser, updateUser } from '../users/queries.ts'
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
  await deleteTokensOf(db, user.id)
  return updateUser(auth, db, user.id, {
    invited_at: at,
    password_hash: null,
    user_metadata: JSON.stringify(mergeMetadata(user.user_metadata, data)),
  })
}
