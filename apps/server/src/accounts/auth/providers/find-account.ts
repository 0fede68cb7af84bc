import { sql } from 'kysely'
import type { AuthUser, Identity } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { findUserByEmail } from '../users/queries.ts'

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
 * Whose account an address belongs to (PROTOCOL §7.5). Whoever has shown that he reads it comes
 * before an account that only claims it.
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
