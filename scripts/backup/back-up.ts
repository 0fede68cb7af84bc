import { existsSync } from 'node:fs'
import { createLog } from '@pitboard/server/platform/diagnostics/log'
import { type Config, VERSION } from '@pitboard/server/platform/config/config'
import { runningDatabaseUrl } from '@pitboard/server/platform/db/embedded/data-location'
import { openEmbeddedDatabase } from '@pitboard/server/platform/db/embedded/embedded'
import { lockUnlessRunning } from '../reprocess/open-data.ts'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'
import { addFiles, addJournals } from './data-files.ts'
import { dumpDatabase } from './dump-database.ts'
import { type BackupHeader, FORMAT, HEADER_ENTRY } from './manifest.ts'
import { createArchive } from './write-archive.ts'

interface BackupSummary {
  readonly rows: number
  readonly files: number
  readonly bytes: number
  /** The database named these files and the server removed them while the backup was taken. */
  readonly missing: readonly string[]
}

/** Writes everything of an installation to one file, beside a server that is running or alone. */
export async function backUp(config: Config, file: string): Promise<BackupSummary> {
  const { dataDir } = config
  if (!existsSync(dataDir)) throw new StartError(`DATA_DIR ${dataDir} does not exist.`)
  const database = await openDatabaseUrl(config)
  try {
    const archive = await createArchive(file)
    try {
      const header: BackupHeader = {
        kind: 'pitboard-backup',
        format: FORMAT,
        version: VERSION,
        createdAt: new Date().toISOString(),
      }
      await archive.addJson(HEADER_ENTRY, header)
      // The journals come first: a session that is stored meanwhile is in the snapshot of the
      // database, and in the other order it would be in neither. The files come last: all that
      // the snapshot names were complete before it.
      const journals = await addJournals(archive, dataDir)
      const { rows, fileNames } = await dumpDatabase(database.url, archive)
      const files = await addFiles(archive, dataDir)
      const added = new Set(files)
      return {
        rows,
        files: journals.length + files.length,
        missing: config.s3Url === null ? fileNames.filter((name) => !added.has(name)) : [],
        bytes: await archive.finish(),
      }
    } catch (error) {
      await archive.abandon()
      throw error
    }
  } finally {
    await database.close()
  }
}

/** The schema stays as it is: a backup is also what precedes an update. */
async function openDatabaseUrl({ databaseUrl, dataDir }: Config) {
  if (databaseUrl !== null) return { url: databaseUrl, close: async () => {} }
  const lock = lockUnlessRunning(dataDir)
  const running = lock === null ? runningDatabaseUrl(dataDir) : null
  if (running !== null) return { url: running, close: async () => {} }
  const embedded = await openEmbeddedDatabase(dataDir, createLog('warn')).catch((error) => {
    lock?.release()
    throw error
  })
  return {
    url: embedded.url,
    async close() {
      await embedded.stop()
      lock?.release()
    },
  }
}
