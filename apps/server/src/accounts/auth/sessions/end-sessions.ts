import type { Db } from '../../../platform/db/tables.ts'
import { deleteTokensOf } from '../codes/one-time-tokens.ts'

/** Ends one session; its refresh tokens are worth nothing from then on. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('auth.sessions').where('id', '=', sessionId).execute()
}

/** Ends every session of a user but this one; all where it is null. */
export async function endOtherSessions(
  db: Db,
  userId: string,
  keptSessionId: string | null,
): Promise<void> {
  const sessions = db.deleteFrom('auth.sessions').where('user_id', '=', userId)
  await (keptSessionId === null ? sessions : sessions.where('id', '<>', keptSessionId)).execute()
}

/**
 * Removes every credential of an account except its password and one identity: the user who created it
 * without ever confirming its address need not be the one who will.
 */
export async function revokeCredentials(
  db: Db,
  userId: string,
  { keptIdentityId }: { keptIdentityId: string | null },
): Promise<void> {
  await deleteTokensOf(db, userId)
  await endOtherSessions(db, userId, null)
  await db.deleteFrom('auth.factors').where('user_id', '=', userId).execute()
  await db.deleteFrom('auth.passkeys').where('user_id', '=', userId).execute()
  const identities = db.deleteFrom('auth.identities').where('user_id', '=', userId)
  await (
    keptIdentityId === null ? identities : identities.where('id', '<>', keptIdentityId)
  ).execute()
}
