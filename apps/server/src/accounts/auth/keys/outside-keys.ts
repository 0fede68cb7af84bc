import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { BusyError } from '../../../platform/diagnostics/errors.ts'
import { type Claims, readClaims } from './claims.ts'

const WITHIN_MS = 5000
const KEYS_FOR_MS = 600_000
/** What the service says of a token holds that long, also after it has revoked it. */
const ANSWER_FOR_MS = 30_000
const ANSWERS_MAX = 10_000

/**
 * Verifies tokens of an outside auth service by its published keys; where it signs with a secret,
 * the service itself is asked.
 */
export function createOutsideVerify(
  { url, anonKey }: { url: string; anonKey: string },
  now: () => Date,
): (token: string) => Promise<Claims> {
  const publicKeys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`), {
    timeoutDuration: WITHIN_MS,
    cacheMaxAge: KEYS_FOR_MS,
  })
  const answers = new LRUCache<string, { readonly claims: Claims; readonly untilMs: number }>({
    max: ANSWERS_MAX,
  })

  const byPublicKey = async (token: string): Promise<Claims> => {
    const options = { algorithms: ['RS256', 'ES256'], currentDate: now() }
    const { payload } = await jwtVerify(token, publicKeys, options).catch((error: unknown) => {
      throw isAway(error) ? away(error) : error
    })
    return checked(payload)
  }

  const byAsking = async (token: string): Promise<Claims> => {
    const key = createHash('sha256').update(token).digest('base64')
    const nowMs = now().getTime()
    const known = answers.get(key)
    if (known && known.untilMs > nowMs) return known.claims
    const claims = checked(decodeJwt(token))
    if (claims.exp === undefined || claims.exp * 1000 <= nowMs) throw new Error('token is expired')
    const userId = await ask(token)
    if (userId !== claims.sub) throw new Error('the token is of somebody else')
    answers.set(key, { claims, untilMs: Math.min(nowMs + ANSWER_FOR_MS, claims.exp * 1000) })
    return claims
  }

  const ask = async (token: string): Promise<string> => {
    const response = await fetch(`${url}/user`, {
      headers: { apikey: anonKey, authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(WITHIN_MS),
    }).catch(() => null)
    if (!response || response.status >= 500) throw away()
    if (!response.ok) throw new Error(`the service refuses it with ${response.status}`)
    const user: unknown = await response.json()
    if (typeof user !== 'object' || user === null || !('id' in user)) throw new Error('no user')
    return String(user.id)
  }

  return async (token) =>
    decodeProtectedHeader(token).alg === 'HS256' ? byAsking(token) : byPublicKey(token)
}

/** Recognises errors of a service that does not answer: they say nothing about a token. */
function isAway(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof TypeError) return true
  return error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC'
}

function away(cause?: unknown): BusyError {
  return new BusyError(cause, 'The sign-in service does not answer.')
}

function checked(payload: unknown): Claims {
  const claims = readClaims(payload)
  if (!claims) throw new Error('the claims are malformed')
  return claims
}
