import { DatabaseError } from 'pg'
import { BusyError } from '../diagnostics/errors.ts'
import type { Db } from './tables.ts'

const ATTEMPTS_MAX = 8
/** After a deadlock and after a serialization failure PostgreSQL has rolled back the whole transaction. */
const ROLLED_BACK: readonly unknown[] = ['40P01', '40001']

/**
 * Does the work in a transaction, in the current one if `db` is one. A transaction that PostgreSQL rolls
 * back because of a deadlock is repeated, so `work` may change nothing but the database. Throws a `BusyError`
 * where all attempts meet others.
 */
export async function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isRolledBack(error)) throw error
      if (attempt === ATTEMPTS_MAX) throw new BusyError(error)
    }
  }
}

function isRolledBack(error: unknown): boolean {
  return error instanceof DatabaseError && ROLLED_BACK.includes(error.code)
}

/** Returns whether the database refused a second row with the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
