import { sql } from 'kysely'
import { inTransaction, RETRY_LATER } from '../../../platform/db/in-transaction.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { Log } from '../../../platform/diagnostics/log.ts'
import type { InTurn } from '../../../platform/jobs/mutex.ts'
import { linkSession } from './link-recordings.ts'

const AT_ONCE = 100

/**
 * Rebuilds the documents of marked sessions: their siblings are gone or have new names. Returns how
 * many it tried; one that fails is tried again later.
 */
export async function linkMarked(db: Db, log: Log, inTurn: InTurn): Promise<number> {
  const marked = await db
    .selectFrom('session_to_link')
    .selectAll()
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .orderBy('mark')
    .limit(AT_ONCE)
    .execute()
  for (const { session_id, mark } of marked) {
    try {
      await inTurn(() => inTransaction(db, (transaction) => linkSession(transaction, session_id)))
    } catch (error) {
      log.error({ err: error, sessionId: session_id }, 'A session could not be linked')
      await db
        .updateTable('session_to_link')
        .set(RETRY_LATER)
        .where('session_id', '=', session_id)
        .where('mark', '=', mark)
        .execute()
      continue
    }
    // Marked again meanwhile, it is linked again.
    await db
      .deleteFrom('session_to_link')
      .where('session_id', '=', session_id)
      .where('mark', '=', mark)
      .execute()
  }
  return marked.length
}
