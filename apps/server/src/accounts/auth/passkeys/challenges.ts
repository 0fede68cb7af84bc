import { isUuid } from '@pitboard/contract/uuid'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../http/auth-error.ts'

const CHALLENGE_SECONDS = 300

/** `userId` is whose passkey is to be made; null where somebody signs in. */
export async function insertPasskeyChallenge<Options extends { readonly challenge: string }>(
  { newId, now }: Pick<AuthContext, 'newId' | 'now'>,
  db: Db,
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

/** The challenge, which nobody can answer again from now on, whatever comes of this answer. */
export async function takePasskeyChallenge(
  { now }: Pick<AuthContext, 'now'>,
  db: Db,
  userId: string | null,
  challengeId: string,
): Promise<string> {
  if (!isUuid(challengeId)) {
    throw new AuthError(400, 'validation_failed', 'challenge_id must be a valid UUID')
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
