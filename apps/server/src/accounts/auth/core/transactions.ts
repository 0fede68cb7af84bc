import { inTransaction, isUniqueViolation } from '../../../platform/db/in-transaction.ts'
import { AuthError } from '../http/auth-error.ts'
import type { AuthContext } from './auth-context.ts'

/** Gives `work` the context with the transaction as its database. */
export async function transact<T>(
  auth: AuthContext,
  work: (auth: AuthContext) => Promise<T>,
): Promise<T> {
  return inTransaction(auth.db, (db) => work({ ...auth, db }))
}

/**
 * Runs a transaction that throws its refusal after the commit: what was counted against the caller, or revoked, stays.
 * An error that is thrown inside undoes everything, so `work` returns refusals and takes rate limits before it writes.
 */
export async function commitRefusals<T>(
  auth: AuthContext,
  work: (auth: AuthContext) => Promise<T | AuthError>,
): Promise<T> {
  const { result } = await runSendingTransaction(auth, work)
  if (result instanceof AuthError) throw result
  return result
}

/**
 * Runs a transaction that sends its messages after the commit: a retry by the database sends nothing twice, and no
 * connection waits for a mail server. Throws a 422 where a text message is refused for good.
 */
export async function runSendingTransaction<T>(
  auth: AuthContext,
  work: (auth: AuthContext) => Promise<T>,
): Promise<{ result: T; messageId: string | null }> {
  const attempt = () =>
    transact(auth, async (inner) => ({ result: await work(inner), transaction: inner.db }))
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
