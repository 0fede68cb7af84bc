import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError } from '../http/auth-error.ts'
import { queryText } from '../http/bodies.ts'
import { signInWithIdToken } from './token-id-token.ts'
import { signInWithPassword } from './token-password.ts'
import { exchangeAuthCode } from './token-pkce.ts'
import { refreshTokens } from './token-refresh.ts'

/** Each of these can be turned into tokens, in a file of its own. */
const GRANTS: Readonly<
  Record<string, (auth: AuthContext, request: FastifyRequest) => Promise<object>>
> = {
  password: signInWithPassword,
  refresh_token: refreshTokens,
  pkce: exchangeAuthCode,
  id_token: signInWithIdToken,
}

export function registerToken(app: FastifyInstance, auth: AuthContext): void {
  app.post('/token', { config: { limit: 'token' } }, async (request) => {
    const name = queryText(request, 'grant_type') ?? ''
    const grant = Object.hasOwn(GRANTS, name) ? GRANTS[name] : undefined
    if (name === 'web3') {
      throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
    }
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    return grant(auth, request)
  })
}
