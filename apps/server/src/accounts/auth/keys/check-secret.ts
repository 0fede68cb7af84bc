import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { StartError } from '../../../platform/diagnostics/errors.ts'
import type { KeySet } from './key-set.ts'
import { resealKeyPair } from './saml-key-pair.ts'
import { fingerprintOf } from './secret.ts'
import { replaceServerSecret, storeOnce } from './server-secrets.ts'

/**
 * Refuses to start with another secret than the database has seen: servers with different secrets
 * refuse each other's tokens and remove each other's messages. `before` is the former secret, or
 * its fingerprint where the secret is lost.
 */
export async function checkSecret(
  db: Db,
  keys: Pick<KeySet, 'derive' | 'fingerprint'>,
  before: string | null,
): Promise<void> {
  const own = keys.fingerprint
  await inTransaction(db, async (transaction) => {
    const stored = (await storeOnce(transaction, 'fingerprint', Buffer.from(own))).toString()
    if (stored === own) return
    const isFormer = before !== null && (before === stored || fingerprintOf(before) === stored)
    if (!isFormer) throw differentSecret(own, stored)
    await resealKeyPair(transaction, { from: before, to: keys })
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
