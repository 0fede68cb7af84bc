import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppContext } from '../../context.ts'
import { removeUpload } from './store-upload.ts'
import { createUploadJobs, findUploadPlace } from './upload-jobs.ts'

type RecoveryContext = Pick<AppContext, 'config' | 'db' | 'files' | 'log' | 'node' | 'now'>

/** Continues or removes what the last servers of a data folder have not finished, before the next ones start. */
export async function recoverUploads(context: RecoveryContext): Promise<void> {
  const { config, log } = context
  try {
    const jobs = createUploadJobs(context.db, findUploadPlace(context))
    await removeStaleUploads(context, await jobs.listOpen())
    if (config.s3Url === null) await jobs.releaseAll()
  } catch (error) {
    log.error({ err: error }, 'Unfinished uploads could not be continued or removed')
  }
}

/** Nothing is received and read for this long. */
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
