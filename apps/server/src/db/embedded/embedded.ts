import { join } from 'node:path'
import { Client } from 'pg'
import type { Log } from '../../log.ts'
import { openCluster } from './cluster.ts'
import { stopOrphan } from './orphan.ts'
import { findPlace } from './place.ts'
import { startPostmaster } from './postmaster.ts'

export interface EmbeddedDatabase {
  readonly url: string
  /** Resolves with a message if PostgreSQL ends before `stop` was called. */
  readonly died: Promise<string>
  stop(): Promise<void>
}

/**
 * PostgreSQL as a child of this process, with its data below `dataDir`. The caller holds the lock
 * of that folder.
 */
export async function openEmbeddedDatabase(
  dataDir: string,
  log: Log,
  settings?: Record<string, string>,
): Promise<EmbeddedDatabase> {
  const place = findPlace(dataDir)
  const password = await openCluster(place)
  const orphan = await stopOrphan(place)
  if (orphan !== undefined) log.warn({ pid: orphan }, 'stopped a PostgreSQL that was left running')
  const logFile = join(dataDir, 'postgres.log')
  const postmaster = await startPostmaster(place, logFile, settings)
  log.info({ port: postmaster.port, data: place.data }, 'embedded PostgreSQL started')

  let stopping = false
  const died = postmaster.ended.then((how) =>
    stopping ? new Promise<never>(() => {}) : `PostgreSQL ended (${how}). ${logFile} says why.`,
  )
  const server = `postgres://pitboard:${password}@127.0.0.1:${postmaster.port}`
  await createDatabase(`${server}/postgres`)
  return {
    url: `${server}/pitboard`,
    died,
    stop: () => {
      stopping = true
      return postmaster.stop()
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
