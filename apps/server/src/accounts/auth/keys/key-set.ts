import { hash } from 'node:crypto'
import {
  type CryptoKey,
  decodeProtectedHeader,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { LRUCache } from 'lru-cache'
import type { Config } from '../../../platform/config/config.ts'
import { StartError } from '../../../platform/diagnostics/errors.ts'
import { type Claims, readClaims } from './claims.ts'
import { type ConfiguredKey, readKeyFile } from './key-file.ts'
import { createOutsideVerify } from './outside-keys.ts'
import { deriveKey, fingerprintOf, readSecret } from './secret.ts'

type Key = CryptoKey | Uint8Array

export interface KeySet {
  /** An access token with these claims; `exp` and `iat` are the caller's. */
  sign(claims: Claims): Promise<string>
  /** Reads a token of ours. Throws an Error that names the reason if it can't be trusted. */
  verify(token: string): Promise<Claims>
  /** What others verify our tokens with; empty where a shared secret signs. */
  readonly publicKeys: readonly JWK[]
  /** The key that every page carries: it names nobody. */
  readonly anonKey: string
  /** The key that may do everything: for the operator alone. */
  readonly serviceKey: string
  /** 32 bytes for one purpose alone, the same at every start. */
  derive(purpose: string): Buffer
  /** The fingerprint of the secret that everything is derived from. */
  readonly fingerprint: string
}

const VERIFIED_TOKENS_MAX = 5_000
const ROLE_KEY_LIFE = { iat: Date.UTC(2026, 0, 1) / 1000, exp: Date.UTC(2046, 0, 1) / 1000 }

export async function openKeys(config: Config, now = () => new Date()): Promise<KeySet> {
  const secret = readSecret(config.authJwtSecret, config.dataDir)
  const shared = new TextEncoder().encode(secret)
  const configured = config.authJwtKeys === null ? [] : readKeyFile(config.authJwtKeys)
  const byKid = new Map<string, { key: Key; alg: string }>()
  for (const { kid, alg, jwk } of configured) byKid.set(kid, { key: await verifyingKey(jwk), alg })
  const signing = await signingKey(configured, shared)

  const sign = (claims: Claims) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({
        alg: signing.alg,
        typ: 'JWT',
        ...(signing.kid !== null && { kid: signing.kid }),
      })
      .sign(signing.key)

  const outside = outsideVerify(config, now)
  const verified = createVerifiedTokens()
  const verify = async (token: string): Promise<Claims> => {
    const known = verified.find(token, now())
    if (known) return known
    const { kid, alg } = decodeProtectedHeader(token)
    const named = kid === undefined ? undefined : byKid.get(kid)
    const isShared = alg === 'HS256' && config.authJwtSecret !== null
    if (outside && !named && !isShared) return outside(token)
    if (!named && alg !== 'HS256') throw new Error(`unknown key or algorithm ${alg ?? ''}`)
    const { key, alg: expected } = named ?? { key: shared, alg: 'HS256' }
    const { payload } = await jwtVerify(token, key, {
      algorithms: [expected],
      currentDate: now(),
    })
    const claims = readClaims(payload)
    if (!claims) throw new Error('the claims are malformed')
    verified.add(token, claims)
    return claims
  }

  const keyOfRole = (role: string) => {
    // The same text at every start: it stands in people's configurations.
    return new SignJWT({ role, iss: 'pitboard', ...ROLE_KEY_LIFE })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(shared)
  }

  return {
    sign,
    verify,
    publicKeys: await publicKeysOf(configured),
    anonKey: config.authAnonKey ?? (await keyOfRole('anon')),
    serviceKey: config.authServiceKey ?? (await keyOfRole('service_role')),
    derive: (purpose) => deriveKey(secret, purpose),
    fingerprint: fingerprintOf(secret),
  }
}

/**
 * Tokens with a valid signature of ours. A client sends the same one with each call for an hour, and a signature
 * is verified in another thread. Whether its user and session exist is not a part of it.
 */
function createVerifiedTokens() {
  const claimsByHash = new LRUCache<string, Claims>({ max: VERIFIED_TOKENS_MAX })
  return {
    find(token: string, now: Date): Claims | null {
      const claims = claimsByHash.get(hashOf(token))
      const isExpired = (claims?.exp ?? Infinity) <= Math.floor(now.getTime() / 1000)
      return claims === undefined || isExpired ? null : claims
    },
    add(token: string, claims: Claims): void {
      claimsByHash.set(hashOf(token), Object.freeze(claims))
    },
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64')
}

function outsideVerify({ authUrl: url, authAnonKey: anonKey }: Config, now: () => Date) {
  if (url === null) return null
  if (anonKey === null) {
    throw new StartError('AUTH_URL needs AUTH_ANON_KEY, the public key of that service.')
  }
  return createOutsideVerify({ url, anonKey }, now)
}

async function signingKey(configured: readonly ConfiguredKey[], shared: Uint8Array) {
  const signs = configured.find((key) => key.signs)
  if (!signs) return { key: shared, alg: 'HS256', kid: null }
  if (signs.jwk.kty !== 'oct' && signs.jwk.d === undefined) {
    throw new StartError(`AUTH_JWT_KEYS: the key ${signs.kid} signs but has no private part.`)
  }
  return { key: await importKey(signs.jwk), alg: signs.alg, kid: signs.kid }
}

async function verifyingKey(jwk: JWK): Promise<Key> {
  return importKey(jwk.kty === 'oct' ? jwk : publicPart(jwk))
}

async function importKey(jwk: JWK): Promise<Key> {
  try {
    return await importJWK(jwk)
  } catch {
    throw new StartError(`AUTH_JWT_KEYS: the key ${jwk.kid ?? ''} can't be used.`)
  }
}

async function publicKeysOf(configured: readonly ConfiguredKey[]): Promise<JWK[]> {
  return configured
    .filter(({ jwk }) => jwk.kty !== 'oct')
    .map(({ jwk }) => ({ ...publicPart(jwk), use: 'sig', key_ops: ['verify'] }))
}

function publicPart({ kty, kid, alg, crv, x, y, n, e }: JWK): JWK {
  const parts = { kty, kid, alg, crv, x, y, n, e }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
}
