import { isUuid } from '@pitboard/contract/wire/uuid'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AuthContext } from '../core/auth-context.ts'
import { checkNotBanned } from '../core/callers.ts'
import { matchesVerifier, takeFlow } from '../flows/flow-states.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { sourceOf } from '../http/source.ts'
import { issueSession, signIn } from '../sessions/sign-in.ts'
import { lockUser } from '../users/queries.ts'

const Body = Type.Object({
  auth_code: Type.Optional(Type.String()),
  code_verifier: Type.Optional(Type.String()),
})

/** Exchanges the code that came with a redirect, for the client that began the flow (grant_type=pkce). */
export async function exchangeAuthCode(auth: AuthContext, request: FastifyRequest) {
  const { auth_code: code = '', code_verifier: verifier = '' } = readBody(Body, request)
  if (code === '' || verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  const source = sourceOf(request)
  return signIn(auth, {
    find: async () => (isUuid(code) ? code : crypto.randomUUID()),
    async enter(auth, known) {
      const flow = await takeFlow(auth, known, (each) => matchesVerifier(each, verifier))
      const user = flow.user_id === null ? undefined : await lockUser(auth.db, flow.user_id)
      if (!user) {
        throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, user is gone')
      }
      checkNotBanned(user, auth.now(), 400)
      return { user, flow }
    },
    async issue(auth, { user, flow }) {
      const { authentication_method: method, provider, session_not_after: notAfter } = flow
      const way = {
        method,
        ...(provider !== null && { provider }),
        ...(notAfter !== null && { notAfter }),
      }
      return {
        ...(await issueSession(auth, { user, way, login: { method } }, source)),
        ...named('provider_token', flow.provider_access_token),
        ...named('provider_refresh_token', flow.provider_refresh_token),
      }
    },
  })
}

function named(name: string, value: string | null) {
  return value === null ? {} : { [name]: value }
}
