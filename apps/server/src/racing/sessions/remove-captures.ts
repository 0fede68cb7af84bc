import { sql } from 'kysely'
import { RETRY_LATER } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { Log } from '../../platform/diagnostics/log.ts'
import type { CaptureStore } from '../captures/capture-store.ts'
import { lockSession } from './store-recording.ts'

const AT_ONCE = 100

/**
 * Removes the captures of sessions that are gone, and returns these sessions. A file that cannot be
 * removed is tried again later.
 */
export async function removeCaptures(db: Db, log: Log, captures: CaptureStore): Promise<string[]> {
  const gone: string[] = []
  const removed = await db
    .selectFrom('removed_capture')
    .selectAll()
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .orderBy('next_attempt_at')
    .limit(AT_ONCE)
    .execute()
  for (const { session_id: id, capture_key: key } of removed) {
    try {
      if (await removeCapture(db, captures, id, key)) gone.push(id)
    } catch (error) {
      log.error({ err: error, sessionId: id }, 'A capture could not be removed')
      await db
        .updateTable('removed_capture')
        .set(RETRY_LATER)
        .where('session_id', '=', id)
        .execute()
    }
  }
  return gone
}

/** False where the session was sent again after it was deleted: then the file is the new one's. */
async function removeCapture(
  db: Db,
  captures: CaptureStore,
  id: string,
  key: string,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockSession(transaction, id)
    const again = await transaction
      .selectFrom('session')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!again) await captures.remove(key)
    await transaction.deleteFrom('removed_capture').where('session_id', '=', id).execute()
    return !again
  })
}
