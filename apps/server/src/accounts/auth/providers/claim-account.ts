import type { AuthUser } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { lockOut } from '../users/revoke-credentials.ts'
import { updateUser } from '../users/queries.ts'
import { tellProviders } from './identities.ts'

interface Claim {
  /** The verified one, by which the account is claimed. */
  readonly identityId: string
  readonly email: string
  readonly metadata: object
  readonly ip: string | null
}

/**
 * The owner of an address takes over an account that was never confirmed. Whoever made it may be
 * somebody else who waits for him to come: nothing that opens it stays (PROTOCOL §7.5).
 */
export async function claimAccount(
  auth: AuthContext,
  db: Db,
  { id: userId }: AuthUser,
  { identityId, email, metadata, ip }: Claim,
): Promise<AuthUser> {
  await lockOut(db, userId, { keptIdentityId: identityId })
  await audit(auth, db, { action: 'user_confirmed', userId, ip })
  const claimed = await updateUser(auth, db, userId, {
    email,
    email_confirmed_at: auth.now(),
    password_hash: null,
    phone: null,
    phone_confirmed_at: null,
    new_email: null,
    new_phone: null,
    email_change_confirmed: 0,
    is_anonymous: false,
    user_metadata: JSON.stringify(metadata),
  })
  return tellProviders(auth, db, claimed)
}
