import type { AuthUser } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../core/auth-context.ts'
import type { Source } from '../http/source.ts'
import { updateUser } from '../users/queries.ts'
import { issueTokens, type TokenResponse } from './tokens.ts'
import { deleteTokensOf } from '../codes/one-time-tokens.ts'

export interface SignInMethod {
  /** The token's `amr` names the method (PROTOCOL §3.5): `password`, `otp`, `oauth` … */
  readonly method: string
  readonly provider?: string
  /** The session ends at this time at the latest. */
  readonly notAfter?: Date
}

/** Signs a user in: a new session, and its first tokens. */
export async function startSession(
  auth: AuthContext,
  { id: userId }: AuthUser,
  { method, provider, notAfter }: SignInMethod,
  { ip, userAgent }: Source,
): Promise<TokenResponse> {
  const at = auth.now()
  const user = await updateUser(auth, userId, { last_sign_in_at: at })
  const session = await auth.db
    .insertInto('auth.sessions')
    .values({
      id: auth.newId(),
      user_id: userId,
      not_after: notAfter ?? null,
      user_agent: userAgent,
      ip,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await addMethod(auth, session.id, { method, ...(provider !== undefined && { provider }) })
  return issueTokens(auth, user, session)
}

/** Notes one more way in which the session was authenticated; a way that it has gets the new time. */
export async function addMethod(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  sessionId: string,
  { method, provider = null }: { method: string; provider?: string | null },
): Promise<void> {
  const at = now()
  await db
    .insertInto('auth.session_methods')
    .values({ session_id: sessionId, method, provider, used_at: at })
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'method']).doUpdateSet({ used_at: at, provider }),
    )
    .execute()
}

/** Ends one session; its refresh tokens are worth nothing from then on. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('auth.sessions').where('id', '=', sessionId).execute()
}

/** Ends every session of a user except this one, and all of them where it is null. */
export async function endOtherSessions(
  db: Db,
  userId: string,
  exceptSessionId: string | null,
): Promise<void> {
  const sessions = db.deleteFrom('auth.sessions').where('user_id', '=', userId)
  await (
    exceptSessionId === null ? sessions : sessions.where('id', '<>', exceptSessionId)
  ).execute()
}

/**
 * Removes every credential of an account except its password and one identity: the user who created it
 * without ever confirming its address need not be the one who will.
 */
export async function revokeCredentials(
  db: Db,
  userId: string,
  { exceptIdentityId }: { exceptIdentityId: string | null },
): Promise<void> {
  await deleteTokensOf(db, userId)
  await endOtherSessions(db, userId, null)
  await db.deleteFrom('auth.factors').where('user_id', '=', userId).execute()
  await db.deleteFrom('auth.passkeys').where('user_id', '=', userId).execute()
  const identities = db.deleteFrom('auth.identities').where('user_id', '=', userId)
  await (
    exceptIdentityId === null ? identities : identities.where('id', '<>', exceptIdentityId)
  ).execute()
}
