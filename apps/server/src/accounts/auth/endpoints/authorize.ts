import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomNonce, randomPKCECodeVerifier } from 'openid-client'
import { authBaseUrl, type AuthContext } from '../core/auth-context.ts'
import { readChallenge, startFlow } from '../flows/flow-states.ts'
import { redirectTarget } from '../flows/redirects.ts'
import { invalid } from '../http/auth-error.ts'
import { queryText } from '../http/bodies.ts'
import { getInvited } from '../identities/link-identity.ts'
import type { Provider } from '../providers/provider.ts'

/** What a caller can't ask of the provider: it is ours to say, or never leaves. */
const OURS: ReadonlySet<string> = new Set([
  'provider',
  'redirect_to',
  'scopes',
  'scope',
  'invite_token',
  'skip_http_redirect',
  'apikey',
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'request',
  'request_uri',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
])

/** GET /authorize is opened by the browser itself, and sends it on to the provider. */
export function registerAuthorize(app: FastifyInstance, auth: AuthContext): void {
  const options = { config: { open: true, limit: 'authorize' }, exposeHeadRoute: false } as const
  app.get('/authorize', options, async (request, reply) => {
    const url = await startOauth(auth, request, null)
    return reply.redirect(url.href, 302)
  })
}

/** Returns where the browser goes for its way by a provider, of which the flow is remembered. */
export async function startOauth(
  auth: AuthContext,
  request: FastifyRequest,
  linkingUserId: string | null,
): Promise<URL> {
  const provider = getProvider(auth, queryText(request, 'provider') ?? '')
  const challenge = readChallenge({
    code_challenge: queryText(request, 'code_challenge'),
    code_challenge_method: queryText(request, 'code_challenge_method'),
  })
  const inviteToken = queryText(request, 'invite_token') ?? null
  if (inviteToken !== null) await getInvited(auth, inviteToken)
  const nonce = queryText(request, 'nonce') ?? randomNonce()
  const verifier = randomPKCECodeVerifier()
  const { id: state } = await startFlow(auth, {
    authentication_method: 'oauth',
    challenge,
    provider: provider.name,
    nonce,
    code_verifier: verifier,
    redirect_to: redirectTarget(auth, request),
    linking_user_id: linkingUserId,
    invite_token: inviteToken,
  })
  return provider.authorizationUrl({
    state,
    nonce,
    verifier,
    redirectUri: `${authBaseUrl(auth)}/callback`,
    scopes: (queryText(request, 'scopes') ?? '').split(/[\s,]+/).filter((scope) => scope !== ''),
    extra: extraOf(request),
  })
}

function getProvider({ providers }: AuthContext, name: string): Provider {
  const provider = providers.get(name)
  if (provider) return provider
  const reason = name === '' ? 'missing provider' : `Provider ${name} is not enabled`
  throw invalid(`Unsupported provider: ${reason}`)
}

function extraOf({ query }: FastifyRequest): Readonly<Record<string, string>> {
  if (typeof query !== 'object' || query === null) return {}
  const given: [string, unknown][] = Object.entries(query)
  return Object.fromEntries(
    given.filter(
      (pair): pair is [string, string] => !OURS.has(pair[0]) && typeof pair[1] === 'string',
    ),
  )
}
