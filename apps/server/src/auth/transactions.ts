import { inTransaction } from '../db/in-transaction.ts'
import type { Db } from '../db/tables.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './http/auth-error.ts'

/**
 * A transaction whose refusal is thrown after it was committed: what was counted against the
 * caller, or revoked, stays. An error that is thrown inside undoes everything, so `work` returns
 * refusals and takes rate limits before it writes.
 */
export async function commitRefusals<T>(
  db: Db,
  work: (db: Db) => Promise<T | AuthError>,
): Promise<T> {
  const outcome = await inTransaction(db, work)
  if (outcome instanceof AuthError) throw outcome
  return outcome
}

/**
 * A transaction that sends messages: what fails to be sent leaves nothing behind. Few at a time,
 * since each holds a connection to the database while a mail server thinks. What the database takes
 * back is sent once more: the first message holds a code that is good for nothing.
 */
export async function sendingTransaction<T>(
  { db, sending }: AuthContext,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const attempt = () => sending.run(() => inTransaction(db, work))
  return attempt().catch((error: unknown) => {
    // Somebody else took the address at the same moment: the second look sees him.
    if (isTaken(error)) return attempt()
    throw error
  })
}

/** The database refused a second row of the same. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
