import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  fetchUserInfo,
} from 'openid-client'
import type { AppContext } from '../../../context.ts'
import { type Discovered, discoverOpenid } from './discover.ts'
import {
  type Provider,
  type ProviderRequest,
  type ProviderSettings,
  type RoundTrip,
  userOfClaims,
  wrapExchangeErrors,
} from './provider.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { OAuthError } from '../http/auth-error.ts'

const TOLERANCE_SECONDS = 30
/** Public keys alone are allowed: a shared secret proves nothing to us. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']

/** Reads an ID token that an app got from the provider directly (PROTOCOL §4, grant_type=id_token). */
function createReadIdToken(
  { now, log }: Pick<AppContext, 'now' | 'log'>,
  settings: ProviderSettings,
  discovered: () => Promise<Discovered>,
): NonNullable<Provider['readIdToken']> {
  return async (idToken, { accessToken }) => {
    const { configuration, keys } = await discovered()
    const verified = await jwtVerify(idToken, keys, {
      issuer: configuration.serverMetadata().issuer,
      audience: [...settings.audiences],
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: now(),
    }).catch((error: unknown) => {
      log.info({ err: error, provider: settings.name }, 'an ID token is not good')
      throw refusalOf(error)
    })
    const { payload } = verified
    if (typeof payload.sub !== 'string' || payload.sub === '') throw badToken()
    if (accessToken !== null) checkAccessToken(idToken, payload, accessToken)
    const nonce = payload['nonce']
    return {
      user: userOfClaims(settings, payload.sub, payload),
      nonce: typeof nonce === 'string' && nonce !== '' ? nonce : null,
    }
  }
}

function refusalOf(error: unknown): OAuthError {
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') {
    const { aud } = error.payload
    const audience = JSON.stringify(aud ?? []).slice(0, 200)
    return new OAuthError('invalid request', `Unacceptable audience in id_token: ${audience}`)
  }
  return badToken()
}

function badToken(): OAuthError {
  return new OAuthError('invalid request', 'Bad ID token')
}

/** The token names the access token that came with it (OpenID Connect Core 3.1.3.6). */
function checkAccessToken(idToken: string, payload: JWTPayload, accessToken: string): void {
  const expected = payload['at_hash']
  if (expected === undefined) return
  const { alg = '' } = decodeProtectedHeader(idToken)
  const bits = /\d{3}$/.exec(alg)?.[0] ?? '512'
  const digest = createHash(`sha${bits}`).update(accessToken).digest()
  const shown = Buffer.from(digest.subarray(0, digest.length / 2).toString('base64url'))
  const claimed = Buffer.from(typeof expected === 'string' ? expected : '')
  if (shown.length === claimed.length && timingSafeEqual(shown, claimed)) return
  throw badToken()
}

/** These options are particular to a provider. */
interface OpenidOptions {
  readonly scopes: readonly string[]
  /** These are further parameters of the authorization URL. */
  readonly parameters?: Readonly<Record<string, string>>
}

/** Creates a provider of OpenID Connect. */
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
