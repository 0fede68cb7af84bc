import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../auth-context.ts'
import type { UserCaller } from '../../access/caller.ts'
import { AuthError } from '../http/auth-error.ts'
import { getUserCaller } from '../http/callers.ts'

/** A caller whose session can be raised to `aal2`. */
export interface SessionCaller extends UserCaller {
  readonly sessionId: string
}

/** Throws a 403 for whoever has no account of his own, or no session. */
export async function getSessionCaller(
  auth: AuthContext,
  request: FastifyRequest,
): Promise<SessionCaller> {
  const caller = await getUserCaller(auth, request)
  if (caller.isAnonymous) {
    throw notAllowed('Anonymous user not allowed to perform these actions')
  }
  const { sessionId } = caller
  if (sessionId === null) throw notAllowed('A token of a session is required')
  return { ...caller, sessionId }
}

function notAllowed(message: string): AuthError {
  return new AuthError(403, 'no_authorization', message)
}

/** Whether the session has shown a second factor that is still there; its token may be older. */
export async function isElevated(db: Db, sessionId: string | null): Promise<boolean> {
  if (sessionId === null) return false
  const session = await db
    .selectFrom('auth.sessions')
    .select('aal')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return session?.aal === 'aal2'
}

/** Whether the user has a second factor that this session has not shown. */
export async function owesFactor(
  db: Db,
  { userId, sessionId }: Pick<UserCaller, 'userId' | 'sessionId'>,
): Promise<boolean> {
  const factor = await db
    .selectFrom('auth.factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'verified')
    .executeTakeFirst()
  return factor !== undefined && !(await isElevated(db, sessionId))
}
