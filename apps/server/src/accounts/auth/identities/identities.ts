import { sql } from 'kysely'
import type { AuthUser, Identity } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../core/auth-context.ts'
import type { ProviderUser } from '../providers/provider.ts'
import {
  findUserByEmail,
  insertIdentity,
  listIdentities,
  providersOf,
  updateUser,
} from '../users/queries.ts'

/** Adds one more way for the user to sign in. */
export async function addIdentity(
  auth: AuthContext,
  user: AuthUser,
  provider: string,
  { subject, data }: ProviderUser,
): Promise<Identity> {
  return insertIdentity(auth, { userId: user.id, provider, providerId: subject, data })
}

/** Sets provider and providers of `app_metadata` as the identities are now; the rest stays. */
export async function syncProviders(
  auth: AuthContext,
  { id, app_metadata: metadata }: AuthUser,
): Promise<AuthUser> {
  const metadataNow = { ...metadata, ...providersOf(await listIdentities(auth.db, id)) }
  return updateUser(auth, id, { app_metadata: JSON.stringify(metadataNow) })
}

/** Replaces the stored data of an identity by the provider's current data. */
export async function refreshIdentity(
  auth: AuthContext,
  user: AuthUser,
  identity: Identity,
  data: object,
): Promise<AuthUser> {
  const at = auth.now()
  await auth.db
    .updateTable('auth.identities')
    .set({ identity_data: JSON.stringify(data), last_sign_in_at: at, updated_at: at })
    .where('id', '=', identity.id)
    .execute()
  return mergeUserMetadata(auth, user, data)
}

export async function mergeUserMetadata(
  auth: AuthContext,
  { id, user_metadata: metadata }: AuthUser,
  data: object,
): Promise<AuthUser> {
  return updateUser(auth, id, { user_metadata: JSON.stringify({ ...metadata, ...data }) })
}

export async function findIdentity(
  db: Db,
  provider: string,
  subject: string,
): Promise<Identity | undefined> {
  return db
    .selectFrom('auth.identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', subject)
    .executeTakeFirst()
}

/**
 * Finds the account that an address belongs to (PROTOCOL §7.5). A user who has confirmed it comes before an account
 * that only claims it.
 */
export async function findOwner(db: Db, email: string): Promise<AuthUser | undefined> {
  const named = await findUserByEmail(db, email)
  if (named && named.email_confirmed_at !== null) return named
  return (await findByVerifiedIdentity(db, email)) ?? named
}

/** Single sign-on says nothing outside its own company. */
async function findByVerifiedIdentity(db: Db, email: string): Promise<AuthUser | undefined> {
  return db
    .selectFrom('auth.identities')
    .innerJoin('auth.users', 'auth.users.id', 'auth.identities.user_id')
    .selectAll('auth.users')
    .where('auth.identities.email', '=', email)
    .where(sql`identity_data -> 'email_verified'`, '=', sql`'true'::jsonb`)
    .where('is_sso_user', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('auth.identities.created_at')
    .executeTakeFirst()
}
