import type { FastifyRequest } from 'fastify'
import { bearerOf, callerOf, userIn, type Caller, type UserCaller } from '../../access/caller.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from './auth-error.ts'

/** The signed-in user who calls. Throws as PROTOCOL §2.5 says. */
export async function getUserCaller(
  auth: AuthContext,
  request: FastifyRequest,
): Promise<UserCaller> {
  const user = userIn(await getCaller(auth, request))
  if (user) return user
  throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
}

/** The operator's program. Throws a 403 `not_admin` for everybody else. */
export async function checkServiceCaller(
  auth: AuthContext,
  request: FastifyRequest,
): Promise<void> {
  const caller = await getCaller(auth, request)
  if (caller.kind !== 'service') throw new AuthError(403, 'not_admin', 'User not allowed')
}

/** Whether it is the operator's program; a token that is not good is nobody's. */
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
