import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  type CryptoKey,
  decodeProtectedHeader,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Config } from '../../../platform/config/config.ts'
import { StartError } from '../../../platform/diagnostics/errors.ts'
import { type Claims, readClaims } from './claims.ts'
import { createOutsideVerify } from './outside-keys.ts'
import { deriveKey, type DerivedKeys, fingerprintOf, readSecret } from './secret.ts'

type Key = CryptoKey | Uint8Array

type PublicKey = JWK & { readonly alg: string }

export interface KeySet extends DerivedKeys {
  /** Returns an access token with these claims; `exp` and `iat` are the caller's. */
  sign(claims: Claims): Promise<string>
  /** Reads a token of ours. Throws an Error that names the reason if it can't be trusted. */
  verify(token: string): Promise<Claims>
  /** Others verify our tokens with these keys; the list is empty where a shared secret signs. */
  readonly publicKeys: readonly PublicKey[]
  /** Every page carries this key: it names nobody. */
  readonly anonKey: string
  /** This key may do everything, so it is for the operator alone. */
  readonly serviceKey: string
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
    // The key is the same text at every start, since it stands in people's configurations.
    return new SignJWT({ role, iss: 'pitboard', ...ROLE_KEY_LIFE })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(shared)
  }

  return {
    sign,
    verify,
    publicKeys: publicKeysOf(configured),
    anonKey: config.authAnonKey ?? (await keyOfRole('anon')),
    serviceKey: config.authServiceKey ?? (await keyOfRole('service_role')),
    derive: (purpose) => deriveKey(secret, purpose),
    fingerprint: fingerprintOf(secret),
  }
}

/**
 * Remembers tokens with a valid signature of ours. A client sends the same one with each call for an hour, and a
 * signature is verified in another thread. Whether its user and session exist is not a part of it.
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

function publicKeysOf(configured: readonly ConfiguredKey[]): PublicKey[] {
  return configured
    .filter(({ jwk }) => jwk.kty !== 'oct')
    .map(({ alg, jwk }) => ({ ...publicPart(jwk), alg, use: 'sig', key_ops: ['verify'] }))
}

function publicPart({ kty, kid, alg, crv, x, y, n, e }: JWK): JWK {
  const parts = { kty, kid, alg, crv, x, y, n, e }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
}

const KeyFile = Type.Array(
  Type.Object({
    kty: Type.String(),
    kid: Type.String({ minLength: 1 }),
    alg: Type.Enum(['HS256', 'RS256', 'ES256']),
    key_ops: Type.Optional(Type.Array(Type.String())),
  }),
  { minItems: 1 },
)

interface ConfiguredKey {
  readonly kid: string
  readonly alg: string
  readonly jwk: JWK
  /** One key signs; the others verify what older ones have signed. */
  readonly signs: boolean
}

/** Reads `AUTH_JWT_KEYS`. Throws a StartError that says what is wrong, never a key. */
function readKeyFile(path: string): readonly ConfiguredKey[] {
  const keys = parse(path)
  const configured = keys.map(({ key_ops: operations = [], ...jwk }) => ({
    kid: jwk.kid,
    alg: jwk.alg,
    // WebCrypto refuses a private key with operations for both signing and verifying.
    jwk,
    signs: operations.includes('sign'),
  }))
  if (configured.filter(({ signs }) => signs).length !== 1) {
    throw new StartError(`AUTH_JWT_KEYS (${path}) must have one key with "sign" in its key_ops.`)
  }
  if (new Set(configured.map(({ kid }) => kid)).size < configured.length) {
    throw new StartError(`AUTH_JWT_KEYS (${path}) names a kid twice.`)
  }
  return configured
}

function parse(path: string) {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new StartError(`AUTH_JWT_KEYS (${path}) can't be read as JSON.`)
  }
  if (!Value.Check(KeyFile, content)) {
    throw new StartError(
      `AUTH_JWT_KEYS (${path}) must be an array of JWKs with kty, kid and alg (HS256, RS256, ES256).`,
    )
  }
  return content
}
