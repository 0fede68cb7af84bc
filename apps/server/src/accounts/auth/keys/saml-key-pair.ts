import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../../../platform/db/tables.ts'
import { StartError } from '../../../platform/diagnostics/errors.ts'
import type { DerivedKeys } from './secret.ts'
import { openStoredKey } from './stored-private-key.ts'

export interface KeyPair {
  /** The key is in PEM, as is the certificate. */
  readonly privateKey: string
  readonly certificate: string
}

const BITS = 2048

/**
 * Opens the key that our requests to identity providers are signed with. All servers of the database share it; a key
 * file in `DATA_DIR`, where older versions stored it, is taken over.
 */
export async function openKeyPair(
  db: Db,
  keys: Pick<DerivedKeys, 'derive'>,
  dataDir: string,
): Promise<KeyPair> {
  const file = join(dataDir, 'saml-key.pem')
  const privateKey = await openStoredKey(
    db,
    keys,
    'saml key',
    () => readKeyFile(file) ?? generateKey(),
  )
  return { privateKey, certificate: selfSigned(createPrivateKey(privateKey), 'Pitboard') }
}

function readKeyFile(path: string): string | null {
  if (!existsSync(path)) return null
  const text = readFileSync(path, 'utf8')
  try {
    if (createPrivateKey(text).asymmetricKeyType === 'rsa') return text
  } catch {
    // The message below says what it must be.
  }
  throw new StartError(`${path} must be an RSA private key in PEM.`)
}

function generateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: BITS })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const UTF8 = 0x0c
const UTC_TIME = 0x17
const GENERALIZED_TIME = 0x18
const VERSION = 0xa0

/** The two object identifiers are sha256WithRSAEncryption and commonName (RFC 5280, RFC 4055). */
const SHA256_RSA = der(
  SEQUENCE,
  Buffer.from('06092a864886f70d01010b', 'hex'),
  Buffer.from('0500', 'hex'),
)
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const NOT_BEFORE = '260101000000Z'
const NOT_AFTER = '20560101000000Z'

/** Returns a self-signed certificate as PEM, because identity providers read keys only from certificates. */
export function selfSigned(privateKey: KeyObject, commonName: string): string {
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from(commonName)))),
  )
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    SHA256_RSA,
    name,
    der(
      SEQUENCE,
      der(UTC_TIME, Buffer.from(NOT_BEFORE)),
      der(GENERALIZED_TIME, Buffer.from(NOT_AFTER)),
    ),
    name,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = der(SEQUENCE, body, SHA256_RSA, der(BIT_STRING, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** Encodes tag, length and content of one value (X.690 8.1). */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content])
  const hex = content.length.toString(16)
  const length = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content])
}
