import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { createPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'

/** Where the file with this UUID is. Of a UUID's characters the last ones differ most. */
export function pictureKey(fileKey: string): string {
  return `files/${fileKey.slice(-2)}/${fileKey}`
}

const EVERY_MS = 60_000
const AT_ONCE = 100

/** Notes a file before it is written: one that comes to nothing goes with a later clean-up. */
export async function markUnfinished({ db }: AppContext, fileKey: string): Promise<void> {
  await db
    .insertInto('storage_leftover')
    .values({ file_key: fileKey, due_at: sql<Date>`now() + interval '10 minutes'` })
    .execute()
}

/** A file that has come to nothing: it goes with the next clean-up. */
export async function markLeftover({ db }: AppContext, fileKey: string): Promise<void> {
  await db
    .updateTable('storage_leftover')
    .set({ due_at: sql<Date>`now()` })
    .where('file_key', '=', fileKey)
    .execute()
}

/** Removes files that no object holds any more; returns how many. */
export async function removeLeftovers({ db, files }: AppContext): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const due = await transaction
      .selectFrom('storage_leftover')
      .select('file_key')
      .where('due_at', '<=', sql<Date>`now()`)
      .orderBy('due_at')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute()
    const keys = due.map(({ file_key }) => file_key)
    for (const key of keys) await files.delete(pictureKey(key))
    if (keys.length > 0) {
      await transaction.deleteFrom('storage_leftover').where('file_key', 'in', keys).execute()
    }
    return keys.length
  })
}

export function createLeftoverCleanup(context: AppContext): PeriodicJob {
  async function removeAll(): Promise<void> {
    while ((await removeLeftovers(context)) === AT_ONCE);
  }
  return createPeriodicJob(removeAll, {
    everyMs: EVERY_MS,
    log: context.log,
    leadership: context.leadership,
    failure: 'left-over files could not be removed',
  })
}
