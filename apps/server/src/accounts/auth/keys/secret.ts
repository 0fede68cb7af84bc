import { hkdfSync, randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** The secret of this installation: the configured one, else one that is made at the first start. */
export function readSecret(configured: string | null, dataDir: string): string {
  if (configured !== null) return configured
  const path = join(dataDir, 'auth-jwt-secret')
  if (!existsSync(path)) writeOnce(path, dataDir)
  return readFileSync(path, 'utf8').trim()
}

/** Whole or not at all, and of two that start at once only one. */
function writeOnce(path: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(draft)
  }
}

/** 32 bytes for one purpose alone: a key that leaks reveals neither the secret nor other keys. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `pitboard ${purpose}`, 32))
}

const FINGERPRINT_BYTES = 8

/** Identifies a secret in the database and in messages without revealing it. */
export function fingerprintOf(secret: string): string {
  return deriveKey(secret, 'fingerprint').toString('hex', 0, FINGERPRINT_BYTES)
}
