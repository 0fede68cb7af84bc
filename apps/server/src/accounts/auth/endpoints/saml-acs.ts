import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isUuid } from '@pitboard/contract/uuid'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { AuthContext } from '../auth-context.ts'
import { issueAuthCode } from '../flows/flow-states.ts'
import { isAllowedRedirect } from '../flows/redirects.ts'
import { errorValues, sessionValues, withQuery, withSession } from '../flows/send-back.ts'
import { AuthError } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { toAuthError } from '../http/send-auth-error.ts'
import { sourceOf } from '../http/source.ts'
import { ssoAccountOf } from '../saml/account-of.ts'
import { personOf } from '../saml/person.ts'
import { claimedIssuer, notValid, verifyResponse } from '../saml/read-response.ts'
import { isFirstUse, takeRelayState } from '../saml/relay-states.ts'
import { getSamlKeys } from '../saml/service-provider.ts'
import { checkEnabled, getByEntityId, getSsoProvider } from '../saml/sso-providers.ts'
import { startSession } from '../sessions/start-session.ts'
import { isTaken } from '../../../platform/db/in-transaction.ts'

/** With signatures, certificates and a user's groups. */
const RESPONSE_BYTES_MAX = 524_288

const Body = Type.Object({
  SAMLResponse: Type.Optional(Type.String()),
  RelayState: Type.Optional(Type.String()),
})
/** POST /sso/saml/acs: an identity provider sends somebody in, by his browser. */
export function registerSamlAcs(app: FastifyInstance, auth: AuthContext): void {
  const config = { open: true, limit: 'samlAcs' } as const
  const options = { bodyLimit: RESPONSE_BYTES_MAX, config }
  app.post('/sso/saml/acs', options, async (request, reply) => {
    getSamlKeys(auth)
    try {
      return await reply.redirect(await consume(auth, request), 302)
    } catch (error) {
      const failure = toAuthError(error)
      if (failure.status >= 500) request.log.error({ err: error }, 'a single sign-on failed')
      return reply.redirect(withQuery(auth.publicUrl(), errorValues(failure)), 303)
    }
  })
}

async function consume(auth: AuthContext, request: FastifyRequest): Promise<string> {
  const { SAMLResponse: samlResponse = '', RelayState: relayState = '' } = readBody(Body, request)
  if (samlResponse === '') throw new AuthError(400, 'validation_failed', 'SAMLResponse is missing')
  const asked = await readRequest(auth, samlResponse, relayState)
  const { provider, requestId, flowId, redirectTo } = asked
  checkEnabled(provider)
  const assertion = await verifyResponse(auth, provider, samlResponse, requestId)
  const who = personOf(provider, assertion)
  const source = sourceOf(request)
  const notAfter = assertion.sessionNotAfter

  const enter = () =>
    inTransaction(auth.db, async (db) => {
      if (!(await isFirstUse(db, `${provider.id} ${assertion.id}`, assertion.goodUntil))) {
        throw notValid()
      }
      const user = await ssoAccountOf(auth, db, provider, who, source)
      if (flowId !== null) {
        const more = { user_id: user.id, session_not_after: notAfter }
        return withQuery(redirectTo, { code: await issueAuthCode(auth, db, flowId, more) })
      }
      const way = { method: 'sso/saml', provider: provider.id, ...(notAfter && { notAfter }) }
      return withSession(redirectTo, sessionValues(await startSession(auth, db, user, way, source)))
    })
  return enter().catch((error: unknown) => {
    // He came in twice at the same moment: the second look sees him.
    if (isTaken(error)) return enter()
    throw error
  })
}

/** What we asked for; or, where the provider has begun by itself, what it wants. */
async function readRequest(auth: AuthContext, samlResponse: string, relayState: string) {
  if (isUuid(relayState)) {
    const asked = await takeRelayState(auth, auth.db, relayState)
    return {
      provider: await getSsoProvider(auth.db, asked.sso_provider_id),
      requestId: asked.request_id,
      flowId: asked.flow_state_id,
      redirectTo: allowed(auth, asked.redirect_to ?? ''),
    }
  }
  return {
    provider: await getByEntityId(auth.db, claimedIssuer(samlResponse) ?? ''),
    requestId: null,
    flowId: null,
    redirectTo: allowed(auth, relayState),
  }
}

function allowed(auth: AuthContext, url: string): string {
  return isAllowedRedirect(auth, url) ? url : auth.publicUrl()
}
