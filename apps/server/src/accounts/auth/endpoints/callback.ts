import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuthUser, FlowState } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { authBaseUrl, type AuthContext } from '../core/auth-context.ts'
import { AuthError, toAuthError } from '../http/auth-error.ts'
import { sourceOf } from '../http/source.ts'
import { acceptInvite, linkIdentity, notifyIdentityLinked } from '../identities/link-identity.ts'
import { type ProviderSignIn, resolveProviderAccount } from '../identities/provider-account.ts'
import { errorValues, withFragment, withQuery } from '../sessions/callback-url.ts'
import { issueRedirect, signIn } from '../sessions/sign-in.ts'
import { isUuid } from '@pitboard/contract/wire/uuid'

const WAY_SECONDS = 300
/** The flow is on its way to a provider and back, so what is needed for the way back is there. */
interface OauthFlow extends FlowState {
  readonly provider: string
  readonly nonce: string
  readonly code_verifier: string
}

/** Takes the flow of a provider's `state`, once (PROTOCOL §4 /callback). */
async function takeState(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  state: string | null,
): Promise<OauthFlow> {
  if (state === null || state === '') {
    throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  }
  const id = isUuid(state) ? state : crypto.randomUUID()
  const at = now()
  const flow = await db
    .updateTable('auth.flow_states')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('authentication_method', '=', 'oauth')
    .where('used_at', 'is', null)
    .where('created_at', '>=', new Date(at.getTime() - WAY_SECONDS * 1000))
    .returningAll()
    .executeTakeFirst()
  if (flow && isOauth(flow)) return flow
  throw (await isUsed(db, id))
    ? new AuthError(400, 'flow_state_already_used', 'OAuth state has already been used')
    : new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired')
}

function isOauth(flow: FlowState): flow is OauthFlow {
  return flow.provider !== null && flow.nonce !== null && flow.code_verifier !== null
}

async function isUsed(db: Db, id: string): Promise<boolean> {
  const flow = await db
    .selectFrom('auth.flow_states')
    .select('used_at')
    .where('id', '=', id)
    .where('authentication_method', '=', 'oauth')
    .executeTakeFirst()
  return flow !== undefined && flow.used_at !== null
}

/** These are reported as the user's own errors, regardless of the status (PROTOCOL §4 /callback). */
const DENIED: readonly string[] = [
  'signup_disabled',
  'user_banned',
  'provider_email_needs_verification',
]

/** The browser comes back from a provider to GET or POST /callback, and is sent home. */
export function registerCallback(app: FastifyInstance, auth: AuthContext): void {
  const options = { config: { open: true, limit: 'authorize' }, exposeHeadRoute: false } as const
  const answer = async (request: FastifyRequest) => comeBack(auth, request)
  app.get('/callback', options, async (request, reply) => {
    const { url, status } = await answer(request)
    return reply.redirect(url, status)
  })
  app.post('/callback', options, async (request, reply) => {
    const { url, status } = await answer(request)
    return reply.redirect(url, status)
  })
}

async function comeBack(auth: AuthContext, request: FastifyRequest) {
  const callbackUrl = callbackUrlOf(auth, request)
  let flow: OauthFlow
  try {
    flow = await takeState(auth, callbackUrl.searchParams.get('state'))
  } catch (error) {
    const values = errorValues(toCallbackError(request, error))
    return { url: withQuery(auth.publicUrl(), values), status: 303 }
  }
  const target = flow.redirect_to ?? auth.publicUrl()
  try {
    return { url: await finish(auth, request, flow, callbackUrl, target), status: 302 }
  } catch (error) {
    const failure = toCallbackError(request, error)
    const denied = DENIED.includes(failure.code) ? { error: 'access_denied' } : {}
    const values = { ...errorValues(failure), ...denied }
    return { url: withFragment(withQuery(target, values), values), status: 302 }
  }
}

function toCallbackError(request: FastifyRequest, error: unknown): AuthError {
  const failure = toAuthError(error)
  if (failure.status >= 500) request.log.error({ err: error }, 'a sign-in by a provider failed')
  return failure
}

async function finish(
  auth: AuthContext,
  request: FastifyRequest,
  flow: OauthFlow,
  callbackUrl: URL,
  target: string,
): Promise<string> {
  const provider = auth.providers.get(flow.provider)
  if (!provider) throw new AuthError(400, 'provider_disabled', 'The provider is not enabled')
  const source = sourceOf(request)
  const location = await signIn(auth, {
    find: () =>
      provider.readAnswer(callbackUrl, {
        state: flow.id,
        nonce: flow.nonce,
        verifier: flow.code_verifier,
      }),
    async enter(auth, { user: who, ...tokens }) {
      const arrival = { provider, who, source, redirectTo: target }
      const user = await arrive(auth, flow, arrival)
      return user instanceof AuthError ? user : { user, ...tokens }
    },
    issue: (auth, { user, accessToken, refreshToken }) =>
      issueRedirect(
        auth,
        {
          user,
          way: { method: 'oauth', provider: flow.provider },
          flowId: flow.code_challenge === null ? null : flow.id,
          code: {
            user_id: user.id,
            provider_access_token: accessToken,
            provider_refresh_token: refreshToken,
          },
          values: {
            ...(accessToken !== null && { provider_token: accessToken }),
            ...(refreshToken !== null && { provider_refresh_token: refreshToken }),
          },
        },
        { source, target },
      ),
  })
  const { linking_user_id: linkingUserId } = flow
  if (linkingUserId !== null) await notifyIdentityLinked(auth, linkingUserId, source, provider.name)
  return location
}

async function arrive(
  auth: AuthContext,
  flow: OauthFlow,
  arrival: ProviderSignIn,
): Promise<AuthUser | AuthError> {
  if (flow.linking_user_id !== null) return linkIdentity(auth, flow.linking_user_id, arrival)
  if (flow.invite_token !== null) return acceptInvite(auth, flow.invite_token, arrival)
  return resolveProviderAccount(auth, arrival)
}

/** Returns the address as the provider knows it, independent of proxies. */
function callbackUrlOf(auth: AuthContext, { method, url, body }: FastifyRequest): URL {
  const callbackUrl = new URL(`${authBaseUrl(auth)}/callback`)
  callbackUrl.search = method === 'POST' ? formOf(body).toString() : url.replace(/^[^?]*/, '')
  return callbackUrl
}

/** Providers post only text; other values are left out. */
function formOf(body: unknown): URLSearchParams {
  const fields: [string, unknown][] =
    typeof body === 'object' && body !== null ? Object.entries(body) : []
  return new URLSearchParams(
    fields.filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
}
