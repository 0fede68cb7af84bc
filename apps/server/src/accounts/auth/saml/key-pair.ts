import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../../platform/diagnostics/errors.ts'
import { selfSigned } from './certificate.ts'

export interface KeyPair {
  /** PEM, as is the certificate. */
  readonly privateKey: string
  readonly certificate: string
}

const BITS = 2048

/** The key that our requests to identity providers are signed with, made at the first start. */
export function readKeyPair(dataDir: string): KeyPair {
  const path = join(dataDir, 'saml-key.pem')
  if (!existsSync(path)) writeKey(path, dataDir)
  const privateKey = readFileSync(path, 'utf8')
  try {
    return { privateKey, certificate: selfSigned(createPrivateKey(privateKey), 'Pitboard') }
  } catch {
    throw new StartError(`${path} must be an RSA private key in PEM.`)
  }
}

function writeKey(path: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: BITS })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  renameSync(draft, path)
}
