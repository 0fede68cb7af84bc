import type { Db } from '../db/tables.ts'
import { lockSession } from '../sessions/store-recording.ts'
import type { CaptureStore } from './store.ts'

const AT_ONCE = 100

/** Removes the captures whose sessions are gone, and returns these sessions. */
export async function removeCaptures(db: Db, captures: CaptureStore): Promise<string[]> {
  const gone: string[] = []
  const removed = await db.selectFrom('removed_capture').selectAll().limit(AT_ONCE).execute()
  for (const { session_id, capture_key } of removed) {
    await db.transaction().execute(async (transaction) => {
      await lockSession(transaction, session_id)
      const again = await transaction
        .selectFrom('session')
        .select('id')
        .where('id', '=', session_id)
        .executeTakeFirst()
      // Sent again after it was deleted: the file is the new one's.
      if (!again) {
        await captures.remove(capture_key)
        gone.push(session_id)
      }
      await transaction.deleteFrom('removed_capture').where('session_id', '=', session_id).execute()
    })
  }
  return gone
}
