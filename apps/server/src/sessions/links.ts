import { sql } from 'kysely'
import { inTransaction } from '../db/in-transaction.ts'
import type { Db } from '../db/tables.ts'
import type { InTurn } from '../ingest/in-turn.ts'
import type { Log } from '../log.ts'
import { linkSession } from './link.ts'

const AT_ONCE = 100

/**
 * Makes the documents anew whose siblings have gone or are called otherwise. Returns how many there
 * were.
 */
export async function linkMarked(db: Db, log: Log, inTurn: InTurn): Promise<number> {
  const marked = await db
    .selectFrom('session_to_link')
    .selectAll()
    .orderBy('mark')
    .limit(AT_ONCE)
    .execute()
  for (const { session_id, mark } of marked) {
    try {
      await inTurn(() => inTransaction(db, (transaction) => linkSession(transaction, session_id)))
    } catch (error) {
      log.error({ err: error, sessionId: session_id }, 'A session could not be linked')
      // Others get their turn before it is tried again.
      await sql`select mark_to_link(array[${session_id}::uuid])`.execute(db)
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
