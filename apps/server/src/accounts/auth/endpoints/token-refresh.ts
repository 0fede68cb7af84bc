import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { AuthSession, AuthUser } from '../tables/auth-tables.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { type Source, sourceOf } from '../http/source.ts'
import { signIn } from '../sessions/sign-in.ts'
import {
  issueTokens,
  readRefreshToken,
  type RefreshToken,
  type TokenResponse,
} from '../sessions/tokens.ts'
import { findAuthUser } from '../users/queries.ts'

const Body = Type.Object({ refresh_token: Type.Optional(Type.String({ maxLength: 1000 })) })

/**
 * Exchanges a refresh token for new tokens (grant_type=refresh_token, PROTOCOL §7.3). The current one is replaced; the
 * one before it gets the current one again, since the answer that carried it may have been lost; an older one is stolen
 * property, and ends the session.
 */
export async function refreshTokens(
  auth: AuthContext,
  request: FastifyRequest,
): Promise<TokenResponse> {
  const { refresh_token: text = '' } = readBody(Body, request)
  if (text === '') throw invalid('refresh_token required')
  const source = sourceOf(request)
  return signIn(auth, {
    find: async () => readToken(auth, text),
    enter: (auth, token) => rotate(auth, token, source),
    issue: (auth, { user, session }) => issueTokens(auth, user, session),
  }).catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error
    throw new AuthError(409, 'conflict', 'Too many concurrent token refresh requests')
  })
}

function readToken({ keys }: Pick<AuthContext, 'keys'>, text: string): RefreshToken {
  const token = readRefreshToken(keys, text)
  if (token === 'malformed') throw invalid('Refresh token is not valid')
  if (token === 'forged') throw notFound()
  return token
}

interface OpenSession {
  readonly user: AuthUser
  readonly session: AuthSession
}

async function rotate(
  auth: AuthContext,
  { sessionId, counter }: RefreshToken,
  { ip, userAgent }: Source,
): Promise<OpenSession | AuthError> {
  const { db } = auth
  await sql`set local lock_timeout = '5s'`.execute(db)
  const session = await db
    .selectFrom('auth.sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()
  if (!session) return notFound()
  const active = session.refresh_counter
  if (counter > active) return notFound()
  const user = await findAuthUser(db, session.user_id)
  if (!user) return notFound()
  const at = auth.now()
  if (user.banned_until && user.banned_until > at) {
    return new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  }
  if (session.not_after && session.not_after <= at) {
    return new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
  }
  if (counter < active - 1) {
    await db.deleteFrom('auth.sessions').where('id', '=', sessionId).execute()
    await audit(auth, { action: 'refresh_token_reused', userId: user.id, ip })
    return alreadyUsed()
  }
  // The current token stands for a second factor that the holder of the previous one has not shown.
  const isElevated = session.elevated_counter === session.refresh_counter
  if (counter === active - 1 && isElevated) return alreadyUsed()
  const isActive = counter === active
  const refreshed = await db
    .updateTable('auth.sessions')
    .set({
      refresh_counter: isActive ? active + 1 : active,
      refreshed_at: at,
      updated_at: at,
      ip,
      user_agent: userAgent,
    })
    .where('id', '=', sessionId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { user, session: refreshed }
}

function notFound(): AuthError {
  return new AuthError(
    400,
    'refresh_token_not_found',
    'Invalid Refresh Token: Refresh Token Not Found',
  )
}

function alreadyUsed(): AuthError {
  return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}
