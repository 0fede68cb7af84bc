import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createLog } from '@pitboard/server/platform/diagnostics/log'
import type { Config } from '@pitboard/server/platform/config/config'
import { openEmbeddedDatabase } from '@pitboard/server/platform/db/embedded/embedded'
import { makePrivate } from '@pitboard/server/platform/db/private-folder'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'
import { lockFolder } from '@pitboard/server/platform/files/lock-folder'
import { restoreFile } from './data-files.ts'
import { beginLoad, checkDatabaseEmpty, checkSchemaVersion } from './load-database.ts'
import { type BackedUpSchema, FILES_FOLDER, TABLES_FOLDER } from './manifest.ts'
import { readArchive, verifyArchive } from './read-archive.ts'

/** Restores a backup into an empty folder, and into an empty database where DATABASE_URL names one. */
export async function restoreBackup(
  { dataDir, databaseUrl }: Config,
  file: string,
): Promise<{ readonly createdAt: string; readonly version: string }> {
  const { header, schema } = await verifyArchive(file)
  await checkSchemaVersion(schema.version)
  await checkFolderEmpty(dataDir)
  if (databaseUrl !== null) await checkDatabaseEmpty(databaseUrl)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(dataDir)
  const made: string[] = []
  try {
    if (databaseUrl === null) await restoreEmbedded(dataDir, file, schema, made)
    else await restoreInto(databaseUrl, dataDir, file, schema)
  } catch (error) {
    const names = (await readdir(dataDir)).map((name) => join(dataDir, name))
    for (const path of [...names, ...made]) await rm(path, { recursive: true, force: true })
    throw error
  } finally {
    lock.release()
  }
  return header
}

async function restoreEmbedded(
  dataDir: string,
  file: string,
  schema: BackedUpSchema,
  made: string[],
): Promise<void> {
  const log = createLog('warn')
  await makePrivate(dataDir, log, true)
  const embedded = await openEmbeddedDatabase(dataDir, log)
  try {
    await checkDatabaseEmpty(embedded.url)
    if (embedded.folder !== dataDir) made.push(embedded.folder)
    await restoreInto(embedded.url, dataDir, file, schema)
  } finally {
    await embedded.stop()
  }
}

async function restoreInto(
  url: string,
  dataDir: string,
  file: string,
  schema: BackedUpSchema,
): Promise<void> {
  const database = await beginLoad(url, schema)
  try {
    for await (const entry of readArchive(file)) {
      if (entry.name.startsWith(FILES_FOLDER)) await restoreFile(dataDir, entry)
      else if (entry.name.startsWith(TABLES_FOLDER)) await database.load(entry)
      else for await (const _ of entry.content);
    }
    await database.finish()
  } catch (error) {
    await database.abandon()
    throw error
  }
}

async function checkFolderEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return
  throw new StartError(
    `DATA_DIR ${folder} is not empty. A backup is restored into an empty folder; choose another ` +
      'DATA_DIR, or rename this one.',
  )
}
