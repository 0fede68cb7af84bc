import type { AuthUser, Identity } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../auth-context.ts'
import { insertIdentity, listIdentities, providersOf, updateUser } from '../users/queries.ts'
import type { ProviderUser } from './provider.ts'

/** One more way for the user to sign in. */
export async function addIdentity(
  auth: AuthContext,
  db: Db,
  user: AuthUser,
  provider: string,
  { subject, data }: ProviderUser,
): Promise<Identity> {
  return insertIdentity(auth, db, { userId: user.id, provider, providerId: subject, data })
}

/** Provider and providers of `app_metadata` as the identities are now; the rest stays. */
export async function tellProviders(
  auth: AuthContext,
  db: Db,
  { id, app_metadata: metadata }: AuthUser,
): Promise<AuthUser> {
  const told = { ...metadata, ...providersOf(await listIdentities(db, id)) }
  return updateUser(auth, db, id, { app_metadata: JSON.stringify(told) })
}

/** What the provider says now takes the place of what it said before. */
export async function refreshIdentity(
  auth: AuthContext,
  db: Db,
  user: AuthUser,
  identity: Identity,
  data: object,
): Promise<AuthUser> {
  const at = auth.now()
  await db
    .updateTable('auth.identities')
    .set({ identity_data: JSON.stringify(data), last_sign_in_at: at, updated_at: at })
    .where('id', '=', identity.id)
    .execute()
  return mergeUserMetadata(auth, db, user, data)
}

export async function mergeUserMetadata(
  auth: AuthContext,
  db: Db,
  { id, user_metadata: metadata }: AuthUser,
  data: object,
): Promise<AuthUser> {
  return updateUser(auth, db, id, { user_metadata: JSON.stringify({ ...metadata, ...data }) })
}
