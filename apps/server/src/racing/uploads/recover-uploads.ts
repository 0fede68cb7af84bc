import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppContext } from '../../context.ts'
import { createStoredJobs, type StoredJobs } from '../../platform/db/stored-jobs.ts'
import { ensureNodeId } from '../ownership/node-id.ts'
import { removeUpload } from './store-upload.ts'

/** A bucket is reached by all servers, a folder by those that share it. */
export async function openUploadJobs({
  config,
  db,
}: Pick<AppContext, 'config' | 'db'>): Promise<StoredJobs> {
  const place = config.s3Url === null ? await ensureNodeId(config.dataDir) : 'bucket'
  return createStoredJobs(db, { kind: 'upload', place })
}

type RecoveryContext = Pick<AppContext, 'config' | 'db' | 'files' | 'log' | 'now'>

/** Before the servers of a data folder start: what the last ones have not finished is continued, or removed. */
export async function recoverUploads(context: RecoveryContext): Promise<void> {
  const { config, log } = context
  try {
    const jobs = await openUploadJobs(context)
    await removeStaleUploads(context, await jobs.listOpen())
    if (config.s3Url === null) await jobs.releaseAll()
  } catch (error) {
    log.error({ err: error }, 'Unfinished uploads could not be continued or removed')
  }
}

/** Nothing is received and read for so long. */
const STALE_MS = 6 * 60 * 60_000

/** Removes what a crash left: files that were not received as a whole, and captures without a stored session. */
async function removeStaleUploads(
  context: RecoveryContext,
  open: readonly string[],
): Promise<void> {
  const { config, files, log, now } = context
  for (const id of await readdir(join(config.dataDir, 'uploads')).catch(() => [])) {
    if (open.includes(id)) continue
    await removeUpload(context, id).catch((error: unknown) => {
      log.error({ err: error, upload: id }, 'An unfinished upload could not be removed')
    })
  }
  for await (const { key, writtenAt } of files.list('uploads/')) {
    if (now().getTime() - writtenAt.getTime() > STALE_MS) await files.delete(key)
  }
}
