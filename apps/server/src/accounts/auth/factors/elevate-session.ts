import { sql } from 'kysely'
import type { AuthUser, Factor } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { sessionGone } from '../http/auth-error.ts'
import { addMethod } from '../sessions/start-session.ts'
import { issueTokens, type TokenResponse } from '../sessions/tokens.ts'

/** These ways of authentication make `aal2`, as tokens name them. */
export const FACTOR_METHODS = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
} as const

/**
 * Raises the session to `aal2`. The other sessions of the user that have not shown a second factor end:
 * one of them may be the reason why it was asked for.
 */
export async function elevateSession(
  auth: AuthContext,
  user: AuthUser,
  shown: { sessionId: string; factorId: string; method: string },
): Promise<TokenResponse> {
  const { sessionId, factorId, method } = shown
  const at = auth.now()
  const session = await auth.db
    .updateTable('auth.sessions')
    .set({
      aal: 'aal2',
      factor_id: factorId,
      refresh_counter: sql`refresh_counter + 1`,
      elevated_counter: sql`refresh_counter + 1`,
      refreshed_at: at,
      updated_at: at,
    })
    .where('id', '=', sessionId)
    .returningAll()
    .executeTakeFirst()
  // The user may have signed out meanwhile.
  if (!session) throw sessionGone()
  await addMethod(auth, sessionId, { method })
  await auth.db
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user.id)
    .where('id', '<>', sessionId)
    .where('aal', '=', 'aal1')
    .execute()
  return issueTokens(auth, user, session)
}

/** Removes a factor; the sessions that have shown it are `aal1` from their next refresh on. */
export async function removeFactor(db: Db, { id }: Factor): Promise<void> {
  await db.deleteFrom('auth.factors').where('id', '=', id).execute()
  const lowered = await db
    .updateTable('auth.sessions')
    .set({ aal: 'aal1', factor_id: null })
    .where('factor_id', '=', id)
    .returning('id')
    .execute()
  if (lowered.length === 0) return
  const ids = lowered.map((session) => session.id)
  await db
    .deleteFrom('auth.session_methods')
    .where('session_id', 'in', ids)
    .where('method', 'in', Object.values(FACTOR_METHODS))
    .execute()
}
