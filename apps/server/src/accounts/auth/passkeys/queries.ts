import type { Passkey } from '../../../platform/db/passkey-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../auth-context.ts'
import type { StoredCredential } from '../factors/credential.ts'

type Clock = Pick<AuthContext, 'newId' | 'now'>

export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  return db
    .selectFrom('auth.passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** By the name that the key has of itself. */
export async function findPasskey(db: Db, credentialId: string): Promise<Passkey | undefined> {
  return db
    .selectFrom('auth.passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertPasskey(
  { newId, now }: Clock,
  db: Db,
  userId: string,
  credential: StoredCredential,
): Promise<Passkey> {
  const at = now()
  return db
    .insertInto('auth.passkeys')
    .values({
      id: newId(),
      user_id: userId,
      credential_id: credential.id,
      credential: JSON.stringify(credential),
      last_used_at: null,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** It has signed somebody in. */
export async function markUsed(
  { now }: Pick<Clock, 'now'>,
  db: Db,
  { id }: Passkey,
  credential: StoredCredential,
): Promise<void> {
  await db
    .updateTable('auth.passkeys')
    .set({ credential: JSON.stringify(credential), last_used_at: now() })
    .where('id', '=', id)
    .execute()
}

/** Returns whether it was there. */
export async function deletePasskey(
  db: Db,
  { userId, passkeyId }: { userId: string; passkeyId: string },
): Promise<boolean> {
  const gone = await db
    .deleteFrom('auth.passkeys')
    .where('id', '=', passkeyId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

export function passkeyJson(passkey: Passkey) {
  return {
    id: passkey.id,
    ...(passkey.friendly_name !== '' && { friendly_name: passkey.friendly_name }),
    created_at: passkey.created_at.toISOString(),
    ...(passkey.last_used_at !== null && { last_used_at: passkey.last_used_at.toISOString() }),
  }
}
