import { join } from 'node:path'
import { Client } from 'pg'
import type { Log } from '../../diagnostics/log.ts'
import { lockFolder } from '../../files/lock-folder.ts'
import { openCluster } from './cluster.ts'
import { findDataLocation } from './data-location.ts'
import { startPostmaster } from './postmaster.ts'

interface EmbeddedDatabase {
  readonly url: string
  readonly pid: number
  /** The data is in this folder: `dataDir`, or the place that was found for it. */
  readonly folder: string
  /** Resolves with a message if PostgreSQL ends before `stop` was called. */
  readonly died: Promise<string>
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL as a child of this process, with its data below `dataDir`. The caller holds the lock of that folder.
 */
export async function openEmbeddedDatabase(
  dataDir: string,
  log: Log,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedDatabase> {
  const place = findDataLocation(dataDir)
  // A copy of DATA_DIR carries the same note: the place itself must be this server's alone too.
  const lock = place.folder === dataDir ? null : lockFolder(place.folder)
  const password = await openCluster(place)
  const logFile = join(dataDir, 'postgres.log')
  const postmaster = await startPostmaster(place, { logFile, log, settings })
  log.info({ port: postmaster.port, data: place.data }, 'embedded PostgreSQL started')

  let stopping = false
  const died = postmaster.ended.then((how) =>
    stopping ? new Promise<never>(() => {}) : `PostgreSQL ended (${how}). ${logFile} says why.`,
  )
  const server = `postgres://pitboard:${password}@127.0.0.1:${postmaster.port}`
  await createDatabase(`${server}/postgres`)
  return {
    url: `${server}/pitboard`,
    pid: postmaster.pid,
    folder: place.folder,
    died,
    stop: async () => {
      stopping = true
      await postmaster.stop()
      lock?.release()
    },
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(`select from pg_database where datname = 'pitboard'`)
    if (rowCount === 0) await client.query('create database pitboard')
  } finally {
    await client.end()
  }
}
