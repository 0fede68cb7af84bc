import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { secondsFromNow } from '../../platform/db/database-clock.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { StorageLeftoverRow } from './storage-tables.ts'
import { addQueue, type QueueContext } from '../../platform/queues/job-queue.ts'

/** Returns the place of the file with this UUID. The last characters of UUIDs differ most. */
export function pictureKey(fileKey: string): string {
  return `files/${fileKey.slice(-2)}/${fileKey}`
}

/** Writing a file takes no longer. */
const UNFINISHED_SECONDS = 600

/** Notes a file before it is written: one that comes to nothing goes with a later clean-up. */
export async function markUnfinished({ db }: AppContext, fileKey: string): Promise<void> {
  await db
    .insertInto('storage_leftover')
    .values({ file_key: fileKey, due_at: secondsFromNow(UNFINISHED_SECONDS) })
    .execute()
}

/** A file that has come to nothing goes with the next clean-up. */
export async function markLeftover({ db }: AppContext, fileKey: string): Promise<void> {
  await db
    .updateTable('storage_leftover')
    .set({ due_at: sql<Date>`now()` })
    .where('file_key', '=', fileKey)
    .execute()
}

/**
 * A file that a row names now is not left over. Throws where it has waited so long for its row that it may be
 * gone.
 */
export async function holdFile(db: Db, fileKey: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('storage_leftover')
    .where('file_key', '=', fileKey)
    .where('attempts', '=', 0)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Error(`The file ${fileKey} was given up.`)
}

/** Removes files that no row names. */
export function addLeftoverQueue(context: QueueContext & Pick<AppContext, 'files'>) {
  return addQueue<StorageLeftoverRow>(context, 'storage_leftovers', {
    places: 4,
    // What was aborted may be removed all the same.
    isReleased: false,
    work: ({ row }) => context.files.delete(pictureKey(row.file_key)),
  })
}
