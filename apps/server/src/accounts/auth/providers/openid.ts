import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  fetchUserInfo,
} from 'openid-client'
import type { AppContext } from '../../../context.ts'
import { discoverOpenid } from './discover.ts'
import { createReadIdToken } from './id-token.ts'
import {
  wrapExchangeErrors,
  type Provider,
  type ProviderRequest,
  type ProviderSettings,
  type RoundTrip,
  userOfClaims,
} from './provider.ts'

/** What is particular to a provider of OpenID Connect. */
export interface OpenidOptions {
  readonly scopes: readonly string[]
  /** Further parameters of the authorization URL. */
  readonly parameters?: Readonly<Record<string, string>>
}

/** A provider of OpenID Connect. */
export function createOpenid(
  context: Pick<AppContext, 'now' | 'log'>,
  settings: ProviderSettings,
  options: OpenidOptions,
): Provider {
  const discovered = discoverOpenid(context, settings)

  const ask = async (request: ProviderRequest) => {
    const { configuration } = await discovered()
    return buildAuthorizationUrl(configuration, {
      ...options.parameters,
      ...request.extra,
      redirect_uri: request.redirectUri,
      response_type: 'code',
      scope: [...new Set([...(settings.scopes ?? options.scopes), ...request.scopes])].join(' '),
      state: request.state,
      nonce: request.nonce,
      code_challenge: await calculatePKCECodeChallenge(request.verifier),
      code_challenge_method: 'S256',
    })
  }

  const readAnswer = async (callbackUrl: URL, { state, nonce, verifier }: RoundTrip) => {
    const { configuration } = await discovered()
    const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('the answer has no ID token')
    const more = await userInfo(configuration, tokens.access_token, claims)
    return {
      user: userOfClaims(settings, claims.sub, { ...more, ...claims }),
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? null,
    }
  }

  return {
    name: settings.name,
    issuer: settings.issuer.href,
    isEmailOptional: settings.isEmailOptional,
    authorizationUrl: ask,
    readAnswer: (callbackUrl, trip) =>
      wrapExchangeErrors(context, () => readAnswer(callbackUrl, trip)),
    readIdToken: createReadIdToken(context, settings, discovered),
  }
}

/** Reads the claims that the ID token leaves out. */
async function userInfo(
  configuration: Configuration,
  accessToken: string,
  claims: { readonly sub: string; readonly email?: unknown },
): Promise<object> {
  const { userinfo_endpoint: endpoint } = configuration.serverMetadata()
  if (endpoint === undefined || claims.email !== undefined) return {}
  return fetchUserInfo(configuration, accessToken, claims.sub)
}
