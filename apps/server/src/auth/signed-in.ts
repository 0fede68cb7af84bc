import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { bearerOf, userIn, type Caller, type UserCaller } from './caller.ts'
import { AuthError } from './http/auth-error.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Who shows this token. Throws an AuthError for one that is not good (any more). */
    callerOf(token: string): Promise<Caller>
  }
}

/**
 * The product API's view of a request: a user, or nobody. Who owes his second factor is nobody
 * yet. Throws a 401 for a token gone bad.
 */
export async function findSignedIn(request: FastifyRequest): Promise<UserCaller | null> {
  const user = await findUser(request)
  return user?.owesSecondFactor ? null : user
}

/** Throws a 401 where nobody is signed in, a 403 where a second factor is owed. */
export async function getSignedIn(request: FastifyRequest): Promise<UserCaller> {
  const user = await findUser(request)
  if (!user) throw unauthorised('Sign in first: this call needs an access token.')
  if (user.owesSecondFactor) throw new ApiError(403, 'Show your second factor first.')
  return user
}

async function findUser(request: FastifyRequest): Promise<UserCaller | null> {
  const token = bearerOf(request)
  if (token === null) return null
  const caller = await request.server.callerOf(token).catch((error: unknown) => {
    if (!(error instanceof AuthError)) throw error
    throw unauthorised(`The access token is not good: ${error.message}.`)
  })
  return userIn(caller)
}

function unauthorised(detail: string): ApiError {
  return new ApiError(401, detail, { headers: { 'www-authenticate': 'Bearer' } })
}
