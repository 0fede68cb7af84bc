import { sql } from 'kysely'
import type { Db } from '../../../platform/db/tables.ts'

const DELETIONS_LOCK = 7_265_334

/**
 * Lets accounts be deleted one after another, and none while a session is deleted: both copy results to the owners of
 * other seasons, who have to exist until the copy is stored. The lock is taken before any row.
 */
export async function lockDeletions(db: Db, of: 'account' | 'session'): Promise<void> {
  await (of === 'account'
    ? sql`select pg_advisory_xact_lock(${DELETIONS_LOCK})`.execute(db)
    : sql`select pg_advisory_xact_lock_shared(${DELETIONS_LOCK})`.execute(db))
}
