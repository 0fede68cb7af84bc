import { isUuid } from '@pitboard/contract/wire/uuid'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { SsoProvider } from '../tables/auth-tables.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { checkCaptcha, SECURITY_FIELD } from '../core/captcha.ts'
import { CHALLENGE_FIELDS, readChallenge, startFlow } from '../flows/flow-states.ts'
import { isAllowedRedirect, redirectTarget } from '../flows/redirects.ts'
import { invalid, toAuthError } from '../http/auth-error.ts'
import { readBody, queryText } from '../http/bodies.ts'
import { sourceOf } from '../http/source.ts'
import { errorValues, withQuery } from '../sessions/callback-url.ts'
import { issueRedirect, signIn } from '../sessions/sign-in.ts'
import {
  claimedIssuer,
  isFirstUse,
  invalidResponse,
  takeRelayState,
  verifyResponse,
} from './read-response.ts'
import { readPerson, resolveSsoAccount } from './saml-account.ts'
import { getSamlKeys, openSaml, spMetadata } from './service-provider.ts'
import { checkEnabled, getByDomain, getByEntityId, getSsoProvider } from './sso-providers.ts'

const SsoBody = Type.Object({
  ...CHALLENGE_FIELDS,
  ...SECURITY_FIELD,
  domain: Type.Optional(Type.String()),
  provider_id: Type.Optional(Type.String()),
  redirect_to: Type.Optional(Type.String()),
  skip_http_redirect: Type.Optional(Type.Boolean()),
})
type SsoBody = Static<typeof SsoBody>

/** POST /sso returns the address where a company signs in its users. */
export function registerSso(app: FastifyInstance, auth: AuthContext): void {
  app.post('/sso', { config: { limit: 'sso' } }, async (request, reply) => {
    getSamlKeys(auth)
    const body = readBody(SsoBody, request)
    const provider = await getAsked(auth, body)
    checkEnabled(provider)
    await checkCaptcha(auth, request, body.gotrue_meta_security)
    const url = await startSso(auth, request, provider, body)
    if (body.skip_http_redirect === true) return { url }
    return reply.redirect(url, 303)
  })
}

async function getAsked(auth: AuthContext, { domain = '', provider_id: id = '' }: SsoBody) {
  if ((domain === '') === (id === '')) {
    throw invalid('Exactly one of provider_id or domain must be provided')
  }
  return domain === '' ? getSsoProvider(auth.db, id) : getByDomain(auth.db, domain)
}

async function startSso(
  auth: AuthContext,
  request: FastifyRequest,
  provider: SsoProvider,
  body: SsoBody,
): Promise<string> {
  const challenge = readChallenge(body)
  const flow =
    challenge &&
    (await startFlow(auth, {
      authentication_method: 'sso/saml',
      challenge,
      provider: provider.id,
    }))
  // An XML ID starts with no digit.
  const requestId = `id-${crypto.randomUUID()}`
  const { id: relayState } = await auth.db
    .insertInto('auth.saml_relay_states')
    .values({
      id: crypto.randomUUID(),
      sso_provider_id: provider.id,
      request_id: requestId,
      flow_state_id: flow?.id ?? null,
      redirect_to: redirectTarget(auth, request, body.redirect_to),
      created_at: auth.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const saml = await openSaml(auth, provider, requestId)
  return saml.getAuthorizeUrlAsync(relayState, undefined, {})
}

/** A response has signatures, certificates and a user's groups. */
const RESPONSE_BYTES_MAX = 524_288

const AcsBody = Type.Object({
  SAMLResponse: Type.Optional(Type.String()),
  RelayState: Type.Optional(Type.String()),
})
/** POST /sso/saml/acs takes the answer with which an identity provider signs in a user through the browser. */
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
  const { SAMLResponse: samlResponse = '', RelayState: relayState = '' } = readBody(
    AcsBody,
    request,
  )
  if (samlResponse === '') throw invalid('SAMLResponse is missing')
  const source = sourceOf(request)
  return signIn(auth, {
    async find() {
      const asked = await readRequest(auth, samlResponse, relayState)
      checkEnabled(asked.provider)
      const assertion = await verifyResponse(auth, asked.provider, samlResponse, asked.requestId)
      return { ...asked, assertion, who: readPerson(asked.provider, assertion) }
    },
    async enter(auth, { provider, assertion, who, ...asked }) {
      if (!(await isFirstUse(auth.db, `${provider.id} ${assertion.id}`, assertion.goodUntil))) {
        throw invalidResponse()
      }
      const user = await resolveSsoAccount(auth, provider, who, source)
      return { ...asked, user, providerId: provider.id, notAfter: assertion.sessionNotAfter }
    },
    issue: (auth, { user, providerId, notAfter, flowId, redirectTo: target }) =>
      issueRedirect(
        auth,
        {
          user,
          way: { method: 'sso/saml', provider: providerId, ...(notAfter && { notAfter }) },
          flowId,
          code: { user_id: user.id, session_not_after: notAfter },
        },
        { source, target },
      ),
  })
}

/** Returns the state of our request or, for an unrequested response, what the provider wants. */
async function readRequest(auth: AuthContext, samlResponse: string, relayState: string) {
  if (isUuid(relayState)) {
    const asked = await takeRelayState(auth, relayState)
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

/** GET /sso/saml/metadata says what an identity provider has to know of us. */
export function registerSamlMetadata(app: FastifyInstance, auth: AuthContext): void {
  app.get('/sso/saml/metadata', { config: { open: true } }, async (request, reply) => {
    const xml = await spMetadata(auth)
    if (queryText(request, 'download') === 'true') {
      void reply.header('content-disposition', 'attachment; filename="metadata.xml"')
    }
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=600')
      .send(xml)
  })
}
