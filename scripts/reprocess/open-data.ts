import type { Config } from '@pitboard/server/platform/config/config'
import { runningDatabaseUrl } from '@pitboard/server/platform/db/embedded/data-location'
import { openDatabase } from '@pitboard/server/platform/db/open'
import type { Db } from '@pitboard/server/platform/db/tables'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'
import { createLog } from '@pitboard/server/platform/diagnostics/log'
import { type Lock, lockFolder } from '@pitboard/server/platform/files/lock-folder'
import { openFiles } from '@pitboard/server/platform/files/open-files'
import {
  type CaptureStore,
  createCaptureStore,
} from '@pitboard/server/racing/captures/capture-store'

interface Data {
  readonly db: Db
  readonly captures: CaptureStore
  close(): Promise<void>
}

/** Opens the server's database and captures, beside a server that is running or alone. */
export async function openData(config: Config): Promise<Data> {
  const { databaseUrl, dataDir } = config
  const files = await openFiles(config)
  const lock = databaseUrl === null ? lockUnlessRunning(dataDir) : null
  const running = databaseUrl === null && lock === null ? runningDatabaseUrl(dataDir) : null
  try {
    const { db, close } = await openDatabase(
      { ...config, databaseUrl: databaseUrl ?? running },
      createLog('warn'),
    )
    return {
      db,
      captures: createCaptureStore(files),
      async close() {
        await close()
        files.close()
        lock?.release()
      },
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}

/** Returns null where a server runs on the folder: then its database is open, and is used with it. */
export function lockUnlessRunning(dataDir: string): Lock | null {
  try {
    return lockFolder(dataDir)
  } catch (error) {
    if (error instanceof StartError && runningDatabaseUrl(dataDir) !== null) return null
    throw error
  }
}
