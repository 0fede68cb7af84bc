import { inTransaction, isUniqueViolation } from '../../../platform/db/in-transaction.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { AuthError } from '../http/auth-error.ts'
import type { AuthContext } from './auth-context.ts'

/**
 * A transaction that throws its refusal after the commit: what was counted against the
 * caller, or revoked, stays. An error that is thrown inside undoes everything, so `work` returns
 * refusals and takes rate limits before it writes.
 */
export async function commitRefusals<T>(
  auth: AuthContext,
  work: (db: Db) => Promise<T | AuthError>,
): Promise<T> {
  const { result } = await runSendingTransaction(auth, work)
  if (result instanceof AuthError) throw result
  return result
}

/**
 * A transaction that sends its messages after the commit: a retry by the database sends nothing twice,
 * and no connection waits for a mail server. Throws a 422 where a text message is refused for good.
 */
export async function runSendingTransaction<T>(
  auth: AuthContext,
  work: (db: Db) => Promise<T>,
): Promise<{ result: T; messageId: string | null }> {
  const attempt = () =>
    inTransaction(auth.db, async (db) => ({ result: await work(db), transaction: db }))
  const { result, transaction } = await attempt().catch((error: unknown) => {
    // Somebody else took the address at the same moment: the second attempt finds them.
    if (isUniqueViolation(error)) return attempt()
    throw error
  })
  const { messageId, isRefused } = await auth.outbox.sendAdded(transaction)
  if (isRefused) {
    throw new AuthError(422, 'sms_send_failed', 'The text message could not be sent')
  }
  return { result, messageId }
}
