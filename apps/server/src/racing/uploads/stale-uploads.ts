import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid } from '@pitboard/contract/uuid'
import type { Db } from '../../platform/db/tables.ts'
import type { Log } from '../../platform/diagnostics/log.ts'

/** After a crash: files that were on their way, and captures whose sessions were not stored. */
export async function removeLeftUploads(
  db: Db,
  folder: string,
  captureFolder: string,
  log: Log,
): Promise<void> {
  for (const upload of await readdir(folder).catch(() => [])) {
    await removeUpload(db, join(folder, upload), captureFolder).catch((error: unknown) => {
      log.error({ err: error, upload }, 'An unfinished upload could not be removed')
    })
  }
}

/** Also when all went well: then each of its captures has a session. */
export async function removeUpload(db: Db, folder: string, captureFolder: string): Promise<void> {
  for (const id of await readdir(folder).catch(() => [])) {
    if (!isUuid(id)) continue
    const row = await db.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst()
    if (!row) await rm(join(captureFolder, `${id}.pcap.zst`), { force: true })
  }
  await rm(folder, { recursive: true, force: true })
}
