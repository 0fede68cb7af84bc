import { isUuid } from '@pitboard/contract/wire/uuid'
import type { Passkey } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import type { StoredCredential } from './webauthn.ts'

type Clock = Pick<AuthContext, 'db' | 'newId' | 'now'>

export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  return db
    .selectFrom('auth.passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Finds a passkey by the id that the authenticator has given it. */
export async function findPasskey(db: Db, credentialId: string): Promise<Passkey | undefined> {
  return db
    .selectFrom('auth.passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertPasskey(
  { db, newId, now }: Clock,
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
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** It has signed somebody in. */
export async function markUsed(
  { db, now }: Pick<Clock, 'db' | 'now'>,
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

const CHALLENGE_SECONDS = 300

/** `userId` is the user who registers a passkey; null for a sign-in. */
export async function insertPasskeyChallenge<Options extends { readonly challenge: string }>(
  { db, newId, now }: Pick<AuthContext, 'db' | 'newId' | 'now'>,
  userId: string | null,
  options: Options,
): Promise<{ challenge_id: string; options: Options; expires_at: number }> {
  const [id, at] = [newId(), now()]
  const { challenge } = options
  await db
    .insertInto('auth.passkey_challenges')
    .values({ id, user_id: userId, challenge, created_at: at })
    .execute()
  const expiresAt = Math.floor(at.getTime() / 1000) + CHALLENGE_SECONDS
  return { challenge_id: id, options, expires_at: expiresAt }
}

/** Returns the challenge, which nobody can answer again from now on, whatever comes of this answer. */
export async function takePasskeyChallenge(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  userId: string | null,
  challengeId: string,
): Promise<string> {
  if (!isUuid(challengeId)) {
    throw invalid('challenge_id must be a valid UUID')
  }
  const taken = await db
    .deleteFrom('auth.passkey_challenges')
    .where('id', '=', challengeId)
    .where('user_id', 'is not distinct from', userId)
    .returningAll()
    .executeTakeFirst()
  if (!taken) {
    const message = 'Challenge not found or already used'
    throw new AuthError(400, 'webauthn_challenge_not_found', message)
  }
  if (now().getTime() - taken.created_at.getTime() > CHALLENGE_SECONDS * 1000) {
    throw new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired')
  }
  return taken.challenge
}
