import { readFileSync } from 'node:fs'
import type { JWK } from 'jose'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { StartError } from '../../../platform/diagnostics/errors.ts'

const KeyFile = Type.Array(
  Type.Object({
    kty: Type.String(),
    kid: Type.String({ minLength: 1 }),
    alg: Type.Enum(['HS256', 'RS256', 'ES256']),
    key_ops: Type.Optional(Type.Array(Type.String())),
  }),
  { minItems: 1 },
)

export interface ConfiguredKey {
  readonly kid: string
  readonly alg: string
  readonly jwk: JWK
  /** The one key that signs; the others verify what older ones have signed. */
  readonly signs: boolean
}

/** Reads `AUTH_JWT_KEYS`. Throws a StartError that says what is wrong, never a key. */
export function readKeyFile(path: string): readonly ConfiguredKey[] {
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
