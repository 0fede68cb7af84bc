import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isUuid } from '@pitboard/contract/uuid'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { matchesVerifier } from '../flows/challenge.ts'
import { takeFlow } from '../flows/flow-states.ts'
import { AuthError } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { sourceOf } from '../http/source.ts'
import { checkNotBanned } from '../users/banned.ts'
import { startSession } from '../sessions/start-session.ts'
import { lockUser } from '../users/queries.ts'

const Body = Type.Object({
  auth_code: Type.Optional(Type.String()),
  code_verifier: Type.Optional(Type.String()),
})
/** grant_type=pkce: the code that came with a redirect, for whoever began the flow. */
export async function exchangeAuthCode(auth: AuthContext, request: FastifyRequest) {
  const { auth_code: code = '', code_verifier: verifier = '' } = readBody(Body, request)
  if (code === '' || verifier === '') {
    throw new AuthError(
      400,
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    )
  }
  const source = sourceOf(request)
  return inTransaction(auth.db, async (db) => {
    const known = isUuid(code) ? code : crypto.randomUUID()
    const flow = await takeFlow(auth, db, known, (each) => matchesVerifier(each, verifier))
    const user = flow.user_id === null ? undefined : await lockUser(db, flow.user_id)
    if (!user) throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, user is gone')
    checkNotBanned(user, auth.now(), 400)
    const { authentication_method: method, provider, session_not_after: notAfter } = flow
    await audit(auth, db, { action: 'login', userId: user.id, ip: source.ip, details: { method } })
    const way = {
      method,
      ...(provider !== null && { provider }),
      ...(notAfter !== null && { notAfter }),
    }
    return {
      ...(await startSession(auth, db, user, way, source)),
      ...named('provider_token', flow.provider_access_token),
      ...named('provider_refresh_token', flow.provider_refresh_token),
    }
  })
}

function named(name: string, value: string | null) {
  return value === null ? {} : { [name]: value }
}
