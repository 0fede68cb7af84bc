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
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { StartError } from '../../../platform/diagnostics/errors.ts'

/** These keys follow from the secret and do not reveal it. */
export interface DerivedKeys {
  /** Returns 32 bytes for one purpose alone, the same at every start. */
  derive(purpose: string): Buffer
  /** The fingerprint identifies the secret that everything is derived from. */
  readonly fingerprint: string
}

/** Returns the secret of this installation: the configured one, else one that is made at the first start. */
export function readSecret(configured: string | null, dataDir: string): string {
  if (configured !== null) return configured
  const path = join(dataDir, 'auth-jwt-secret')
  if (!existsSync(path)) writeOnce(path, dataDir)
  return readFileSync(path, 'utf8').trim()
}

/** Writes the file whole or not at all, and lets only one of two that start at once do it. */
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

/** Returns 32 bytes for one purpose alone: a key that leaks reveals neither the secret nor other keys. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `pitboard ${purpose}`, 32))
}

const FINGERPRINT_BYTES = 8

/** Identifies a secret in the database and in messages without revealing it. */
export function fingerprintOf(secret: string): string {
  return deriveKey(secret, 'fingerprint').toString('hex', 0, FINGERPRINT_BYTES)
}

type Reseal = (db: Db, change: { readonly from: string; readonly to: DerivedKeys }) => Promise<void>

/**
 * Refuses to start with another secret than the database has seen: servers with different secrets
 * refuse each other's tokens and remove each other's messages. `before` is the former secret, or
 * its fingerprint where the secret is lost; `reseal` encrypts with the new secret what the former one has encrypted.
 */
export async function checkSecret(
  db: Db,
  keys: DerivedKeys,
  before: string | null,
  reseal: Reseal,
): Promise<void> {
  const own = keys.fingerprint
  await inTransaction(db, async (transaction) => {
    const stored = (await storeOnce(transaction, 'fingerprint', Buffer.from(own))).toString()
    if (stored === own) return
    const isFormer = before !== null && (before === stored || fingerprintOf(before) === stored)
    if (!isFormer) throw differentSecret(own, stored)
    await reseal(transaction, { from: before, to: keys })
    await replaceServerSecret(transaction, 'fingerprint', Buffer.from(own))
  })
}

function differentSecret(own: string, stored: string): StartError {
  return new StartError(
    `The secret of this server (fingerprint ${own}) is not the secret of its database (fingerprint ${stored}). ` +
      'Set AUTH_JWT_SECRET to the value that the other servers of this database have; ' +
      'without the variable the secret is in the file auth-jwt-secret of DATA_DIR. ' +
      'To change the secret on purpose, stop all servers and start them with AUTH_JWT_SECRET_BEFORE set to ' +
      `the former secret, or to ${stored} if that is lost. Everybody then has to sign in again.`,
  )
}

type SecretName = 'fingerprint' | 'saml key' | 'recorder update key'

/**
 * Returns what the servers of this database share under the name; stores `content` if nothing is
 * there. The row stays locked until the transaction ends.
 */
export async function storeOnce(db: Db, name: SecretName, content: Buffer): Promise<Buffer> {
  const row = await db
    .insertInto('auth.server_secrets')
    .values({ name, content })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .returning('content')
    .executeTakeFirstOrThrow()
  return row.content
}

export async function findServerSecret(db: Db, name: SecretName): Promise<Buffer | null> {
  const row = await db
    .selectFrom('auth.server_secrets')
    .select('content')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.content ?? null
}

/** Null removes the secret. */
export async function replaceServerSecret(
  db: Db,
  name: SecretName,
  content: Buffer | null,
): Promise<void> {
  if (content === null) {
    await db.deleteFrom('auth.server_secrets').where('name', '=', name).execute()
  } else {
    await db.updateTable('auth.server_secrets').set({ content }).where('name', '=', name).execute()
  }
}
