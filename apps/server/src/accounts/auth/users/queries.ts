import type { Insertable, Updateable } from 'kysely'
import type { AppContext } from '../../../context.ts'
import type { AuthUser, AuthUserTable, Identity } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'

type Clock = Pick<AppContext, 'db' | 'newId' | 'now'>

function users(db: Db) {
  return db.selectFrom('auth.users').selectAll().where('deleted_at', 'is', null)
}

/** Users of single sign-on may share an address: they are never found by it. */
export async function findUserByEmail(db: Db, email: string): Promise<AuthUser | undefined> {
  return users(db)
    .where('email', '=', email.toLowerCase())
    .where('is_sso_user', '=', false)
    .executeTakeFirst()
}

export async function findUserByPhone(db: Db, phone: string): Promise<AuthUser | undefined> {
  return users(db).where('phone', '=', phone).executeTakeFirst()
}

/** Finds users who want this address to be theirs. */
export async function findUsersByNewAddress(
  db: Db,
  { kind, address }: { kind: 'email' | 'phone'; address: string },
): Promise<AuthUser[]> {
  return users(db)
    .where(kind === 'email' ? 'new_email' : 'new_phone', '=', address)
    .limit(10)
    .execute()
}

export async function findAuthUser(db: Db, id: string): Promise<AuthUser | undefined> {
  return users(db).where('id', '=', id).executeTakeFirst()
}

/** The row stays as it is until the transaction ends. */
export async function lockUser(db: Db, id: string): Promise<AuthUser | undefined> {
  return users(db).where('id', '=', id).forUpdate().executeTakeFirst()
}

type NewUser = Partial<Omit<Insertable<AuthUserTable>, 'app_metadata' | 'user_metadata'>> & {
  readonly appMetadata?: object
  readonly userMetadata?: object
}

/** Inserts an account with its public profile. What is left out is unset. */
export async function insertAccount(
  { db, newId, now }: Clock,
  { appMetadata = {}, userMetadata = {}, ...fields }: NewUser,
): Promise<AuthUser> {
  const at = now()
  const user = await db
    .insertInto('auth.users')
    .values({
      id: newId(),
      created_at: at,
      updated_at: at,
      ...fields,
      app_metadata: JSON.stringify(appMetadata),
      user_metadata: JSON.stringify(userMetadata),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .insertInto('user')
    .values({ id: user.id, username: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return user
}

export async function updateUser(
  { db, now }: Pick<Clock, 'db' | 'now'>,
  id: string,
  changes: Updateable<AuthUserTable>,
): Promise<AuthUser> {
  return db
    .updateTable('auth.users')
    .set({ ...changes, updated_at: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function listIdentities(db: Db, userId: string): Promise<Identity[]> {
  return db
    .selectFrom('auth.identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** `providerId` is the provider's name for the person; for email and phone it is the user's id. */
export async function insertIdentity(
  { db, newId, now }: Clock,
  identity: { userId: string; provider: string; providerId: string; data: object },
): Promise<Identity> {
  const at = now()
  return db
    .insertInto('auth.identities')
    .values({
      id: newId(),
      user_id: identity.userId,
      provider: identity.provider,
      provider_id: identity.providerId,
      identity_data: JSON.stringify(identity.data),
      last_sign_in_at: at,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Adds to what an identity knows; the rest stays. */
export async function mergeIdentityData(
  { db, now }: Pick<Clock, 'db' | 'now'>,
  { id, identity_data: data }: Identity,
  more: object,
): Promise<void> {
  await db
    .updateTable('auth.identities')
    .set({ identity_data: JSON.stringify({ ...data, ...more }), updated_at: now() })
    .where('id', '=', id)
    .execute()
}

/** Returns what `app_metadata` says of how somebody signs in: the first provider, and all of them. */
export function providersOf(identities: readonly Pick<Identity, 'provider'>[]): {
  provider?: string
  providers?: string[]
} {
  const providers = [...new Set(identities.map(({ provider }) => provider))]
  const [provider] = providers
  return provider === undefined ? {} : { provider, providers }
}
