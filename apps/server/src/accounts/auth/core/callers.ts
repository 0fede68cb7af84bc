import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../platform/db/tables.ts'
import { bearerOf, type Caller, callerOf, type UserCaller, userIn } from '../../access/caller.ts'
import { AuthError } from '../http/auth-error.ts'
import type { AuthContext } from './auth-context.ts'
import type { AuthUser } from '../tables/auth-tables.ts'

/** Returns the signed-in user who calls. Throws as PROTOCOL §2.5 says. */
export async function getUserCaller(
  auth: AuthContext,
  request: FastifyRequest,
): Promise<UserCaller> {
  const user = userIn(await getCaller(auth, request))
  if (user) return user
  throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
}

/** Passes the operator's program. Throws a 403 `not_admin` for everybody else. */
export async function checkServiceCaller(
  auth: AuthContext,
  request: FastifyRequest,
): Promise<void> {
  const caller = await getCaller(auth, request)
  if (caller.kind !== 'service') throw new AuthError(403, 'not_admin', 'User not allowed')
}

/** Returns whether it is the operator's program; an invalid token belongs to nobody. */
export async function isServiceCaller(
  auth: AuthContext,
  request: FastifyRequest,
): Promise<boolean> {
  const token = bearerOf(request)
  if (token === null) return false
  const claims = await auth.keys.verify(token).catch(() => null)
  return claims?.role === 'service_role' || claims?.role === 'supabase_admin'
}

async function getCaller(auth: AuthContext, request: FastifyRequest): Promise<Caller> {
  const token = bearerOf(request)
  if (token === null) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
  return callerOf(auth, token)
}

/** The caller's session can be raised to `aal2`. */
export interface SessionCaller extends UserCaller {
  readonly sessionId: string
}

/** Throws a 403 for a caller without an own account or a session. */
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

/** Returns whether the session has shown a second factor that is still there; its token may be older. */
export async function isElevated(db: Db, sessionId: string | null): Promise<boolean> {
  if (sessionId === null) return false
  const session = await db
    .selectFrom('auth.sessions')
    .select('aal')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return session?.aal === 'aal2'
}

/** Returns whether the user has a second factor that this session has not shown. */
export async function needsSecondFactor(
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

export function userGone(): AuthError {
  return new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
}

export function emailTaken(): AuthError {
  return new AuthError(
    422,
    'email_exists',
    'A user with this email address has already been registered',
  )
}

export function phoneTaken(): AuthError {
  return new AuthError(
    422,
    'phone_exists',
    'A user with this phone number has already been registered',
  )
}

/** Throws `user_banned`: 400 at sign-in and refresh, 403 elsewhere. */
export function checkNotBanned(
  { banned_until: until }: Pick<AuthUser, 'banned_until'>,
  now: Date,
  status: 400 | 403,
): void {
  if (until && until > now) throw new AuthError(status, 'user_banned', 'User is banned')
}
