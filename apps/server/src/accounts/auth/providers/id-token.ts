import { createHash, timingSafeEqual } from 'node:crypto'
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import type { AppContext } from '../../../context.ts'
import { OAuthError } from '../http/auth-error.ts'
import type { Discovered } from './discover.ts'
import { type Provider, userOfClaims } from './provider.ts'
import type { ProviderSettings } from './provider.ts'

const TOLERANCE_SECONDS = 30
/** By public keys alone: a shared secret proves nothing to us. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']

/** Reads an ID token that an app got from the provider directly (PROTOCOL §4, grant_type=id_token). */
export function createReadIdToken(
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
    if (accessToken !== null) checkAccessToken(idToken, payload, accessToken)
    const nonce = payload['nonce']
    return {
      user: userOfClaims(settings, payload.sub ?? '', payload),
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
  throw new OAuthError('invalid request', 'Bad ID token')
}
