import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { sourceOf } from '../http/source.ts'
import { refreshSession } from '../sessions/refresh-session.ts'
import type { TokenResponse } from '../sessions/tokens.ts'

const Body = Type.Object({ refresh_token: Type.Optional(Type.String({ maxLength: 1000 })) })

/** grant_type=refresh_token */
export async function refreshTokens(
  auth: AuthContext,
  request: FastifyRequest,
): Promise<TokenResponse> {
  const { refresh_token: token = '' } = readBody(Body, request)
  if (token === '') throw new AuthError(400, 'validation_failed', 'refresh_token required')
  return refreshSession(auth, token, sourceOf(request))
}
