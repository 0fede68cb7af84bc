import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { syncFolder } from '../../platform/files/sync-folder.ts'
import { createPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'

/** Stores the bytes of files. A key is a UUID and is never written twice. */
export interface FileStore {
  /** Durable when it resolves. */
  write(key: string, bytes: Buffer): Promise<void>
  /** Null for a missing file. */
  read(key: string): Promise<Buffer | null>
  /** Removing a missing file succeeds. */
  remove(key: string): Promise<void>
}

export function createFolderFiles(folder: string): FileStore {
  // Of a UUID's characters the last ones differ most.
  const pathOf = (key: string) => join(folder, key.slice(-2), key)

  return {
    async write(key, bytes) {
      const path = pathOf(key)
      const unfinished = `${path}.unfinished`
      await mkdir(dirname(path), { recursive: true })
      const file = await open(unfinished, 'w')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(unfinished, path)
      await syncFolder(dirname(path))
    },
    async read(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
      await rm(`${pathOf(key)}.unfinished`, { force: true })
    },
  }
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
export async function removeLeftovers({ db }: AppContext, files: FileStore): Promise<number> {
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
    for (const key of keys) await files.remove(key)
    if (keys.length > 0) {
      await transaction.deleteFrom('storage_leftover').where('file_key', 'in', keys).execute()
    }
    return keys.length
  })
}

export function createLeftoverCleanup(context: AppContext, files: FileStore): PeriodicJob {
  async function removeAll(): Promise<void> {
    while ((await removeLeftovers(context, files)) === AT_ONCE);
  }
  return createPeriodicJob(removeAll, {
    everyMs: EVERY_MS,
    log: context.log,
    failure: 'left-over files could not be removed',
  })
}
