import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import type { SsoProvider } from '../../../platform/db/auth-tables.ts'
import type { AuthContext } from '../auth-context.ts'
import { CHALLENGE_FIELDS, readChallenge } from '../flows/challenge.ts'
import { startFlow } from '../flows/flow-states.ts'
import { redirectTarget } from '../flows/redirects.ts'
import { AuthError } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { checkCaptcha, SECURITY_FIELD } from '../http/captcha.ts'
import { getSamlKeys, openSaml } from '../saml/service-provider.ts'
import { checkEnabled, getByDomain, getSsoProvider } from '../saml/sso-providers.ts'

const Body = Type.Object({
  ...CHALLENGE_FIELDS,
  ...SECURITY_FIELD,
  domain: Type.Optional(Type.String()),
  provider_id: Type.Optional(Type.String()),
  redirect_to: Type.Optional(Type.String()),
  skip_http_redirect: Type.Optional(Type.Boolean()),
})
type Body = Static<typeof Body>

/** POST /sso: where somebody's company signs him in. */
export function registerSso(app: FastifyInstance, auth: AuthContext): void {
  app.post('/sso', { config: { limit: 'sso' } }, async (request, reply) => {
    getSamlKeys(auth)
    const body = readBody(Body, request)
    const provider = await getAsked(auth, body)
    checkEnabled(provider)
    await checkCaptcha(auth, request, body.gotrue_meta_security)
    const url = await startSso(auth, request, provider, body)
    if (body.skip_http_redirect === true) return { url }
    return reply.redirect(url, 303)
  })
}

async function getAsked(auth: AuthContext, { domain = '', provider_id: id = '' }: Body) {
  if ((domain === '') === (id === '')) {
    throw new AuthError(
      400,
      'validation_failed',
      'Exactly one of provider_id or domain must be provided',
    )
  }
  return domain === '' ? getSsoProvider(auth.db, id) : getByDomain(auth.db, domain)
}

async function startSso(
  auth: AuthContext,
  request: FastifyRequest,
  provider: SsoProvider,
  body: Body,
): Promise<string> {
  const challenge = readChallenge(body)
  const flow =
    challenge &&
    (await startFlow(auth, auth.db, {
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
