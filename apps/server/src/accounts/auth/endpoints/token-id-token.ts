import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AuthContext } from '../core/auth-context.ts'
import { getUserCaller } from '../core/callers.ts'
import { insufficientAal } from '../factors/factors.ts'
import { redirectTarget } from '../flows/redirects.ts'
import { AuthError, OAuthError } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { sourceOf } from '../http/source.ts'
import {
  checkLinkingEnabled,
  linkIdentity,
  notifyIdentityLinked,
} from '../identities/link-identity.ts'
import { resolveProviderAccount } from '../identities/provider-account.ts'
import type { Provider } from '../providers/provider.ts'
import { issueSession, signIn } from '../sessions/sign-in.ts'

const Body = Type.Object({
  provider: Type.Optional(Type.String()),
  id_token: Type.Optional(Type.String()),
  access_token: Type.Optional(Type.String()),
  nonce: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  issuer: Type.Optional(Type.String()),
  link_identity: Type.Optional(Type.Boolean()),
})
type Body = Static<typeof Body>

/** Takes a token that an app got from a provider without this server (grant_type=id_token). */
export async function signInWithIdToken(auth: AuthContext, request: FastifyRequest) {
  const body = readBody(Body, request)
  const { id_token: idToken = '', nonce = '', access_token: accessToken = '' } = body
  if (idToken === '') throw new OAuthError('invalid request', 'id_token required')
  const { provider, readIdToken } = getProvider(auth, body)
  const linkingUserId = body.link_identity === true ? await getLinking(auth, request) : null
  const source = sourceOf(request)
  const redirectTo = redirectTarget(auth, request)
  const tokens = await signIn(auth, {
    async find() {
      const token = await readIdToken(idToken, { accessToken: accessToken || null })
      checkNonce(nonce, token.nonce)
      return { provider, who: token.user, source, redirectTo }
    },
    enter: async (auth, arrival) =>
      linkingUserId === null
        ? resolveProviderAccount(auth, arrival)
        : linkIdentity(auth, linkingUserId, arrival),
    issue: (auth, user) =>
      issueSession(auth, { user, way: { method: 'oauth', provider: provider.name } }, source),
  })
  if (linkingUserId !== null) await notifyIdentityLinked(auth, linkingUserId, source, provider.name)
  return tokens
}

async function getLinking(auth: AuthContext, request: FastifyRequest): Promise<string> {
  const { userId, needsSecondFactor } = await getUserCaller(auth, request)
  checkLinkingEnabled(auth)
  if (needsSecondFactor) throw insufficientAal(403, 'AAL2 required to link an identity')
  return userId
}

type Reader = NonNullable<Provider['readIdToken']>

function getProvider(
  { providers }: AuthContext,
  { provider: name = '', issuer = '' }: Body,
): { provider: Provider; readIdToken: Reader } {
  const named = providers.get(name)
  const provider =
    named ?? [...providers.values()].find((each) => issuer !== '' && isIssuer(each, issuer))
  const readIdToken = provider?.readIdToken
  if (provider && readIdToken) return { provider, readIdToken }
  throw new AuthError(
    400,
    'provider_disabled',
    `Provider (issuer "${issuer || name}") is not enabled`,
  )
}

function isIssuer({ issuer }: Provider, claimed: string): boolean {
  return issuer !== null && issuer.replace(/\/$/, '') === claimed.replace(/\/$/, '')
}

/** The token holds the hash alone: a reader of the token can't replay the nonce. */
function checkNonce(shown: string, inToken: string | null): void {
  if ((shown === '') !== (inToken === null)) {
    throw new OAuthError(
      'invalid request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    )
  }
  if (inToken === null) return
  if (createHash('sha256').update(shown).digest('hex') !== inToken) {
    throw new OAuthError('invalid nonce', 'Nonces mismatch')
  }
}
