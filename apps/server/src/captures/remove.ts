import type { Db } from '../db/tables.ts'
import type { CaptureStore } from './store.ts'

const AT_ONCE = 100

/** Removes the captures whose sessions are gone. */
export async function removeCaptures(db: Db, captures: CaptureStore): Promise<void> {
  const removed = await db.selectFrom('removed_capture').selectAll().limit(AT_ONCE).execute()
  for (const { session_id, capture_key } of removed) {
    const again = await db
      .selectFrom('session')
      .select('id')
      .where('id', '=', session_id)
      .executeTakeFirst()
    // Sent again after it was deleted: the file is the new one's.
    if (!again) await captures.remove(capture_key)
    await db.deleteFrom('removed_capture').where('session_id', '=', session_id).execute()
  }
}
