import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  Configuration,
  customFetch,
  fetchProtectedResource,
  None,
} from 'openid-client'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { AppContext } from '../../../context.ts'
import { createBoundedFetch } from '../../../platform/http/bounded-fetch.ts'
import {
  wrapExchangeErrors,
  type Provider,
  type ProviderRequest,
  type RoundTrip,
  userOfClaims,
} from './provider.ts'
import type { ProviderSettings } from './provider.ts'

/** Discord answers GET /users/@me with this (discord.com/developers/docs/resources/user). */
const DiscordUser = Type.Object({
  id: Type.String({ minLength: 1 }),
  username: Type.String(),
  global_name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  avatar: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  email: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  verified: Type.Optional(Type.Boolean()),
})

const SCOPES = ['identify', 'email']
const PICTURES = 'https://cdn.discordapp.com'

/** Discord speaks OAuth 2 with an API of its own. */
export function createDiscord(
  context: Pick<AppContext, 'log'>,
  settings: ProviderSettings,
): Provider {
  const { issuer, clientId, clientSecret } = settings
  const at = (path: string) => new URL(path, issuer).href
  const configuration = new Configuration(
    {
      issuer: issuer.href,
      authorization_endpoint: at('/oauth2/authorize'),
      token_endpoint: at('/api/oauth2/token'),
    },
    clientId,
    undefined,
    clientSecret === null ? None() : ClientSecretPost(clientSecret),
  )
  configuration[customFetch] = createBoundedFetch(issuer)
  // What may be reached is for the fetch to say.
  allowInsecureRequests(configuration)

  const ask = async ({ extra, redirectUri, scopes, state, verifier }: ProviderRequest) =>
    buildAuthorizationUrl(configuration, {
      ...extra,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: [...new Set([...(settings.scopes ?? SCOPES), ...scopes])].join(' '),
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })

  const readAnswer = async (callbackUrl: URL, { state, verifier }: RoundTrip) => {
    const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
      expectedState: state,
      pkceCodeVerifier: verifier,
    })
    const me = new URL(at('/api/users/@me'))
    const response = await fetchProtectedResource(configuration, tokens.access_token, me, 'GET')
    if (!response.ok) throw new Error(`Discord answers ${response.status}`)
    const user: unknown = await response.json()
    if (!Value.Check(DiscordUser, user)) throw new Error('Discord did not return a user')
    return {
      user: userOfClaims(settings, user.id, {
        iss: issuer.origin,
        name: user.global_name || user.username,
        preferred_username: user.username,
        picture: user.avatar ? `${PICTURES}/avatars/${user.id}/${user.avatar}.png` : undefined,
        email: user.email,
        email_verified: user.verified,
      }),
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? null,
    }
  }

  return {
    name: settings.name,
    issuer: null,
    isEmailOptional: settings.isEmailOptional,
    authorizationUrl: ask,
    readAnswer: (callbackUrl, trip) =>
      wrapExchangeErrors(context, () => readAnswer(callbackUrl, trip)),
    readIdToken: null,
  }
}
