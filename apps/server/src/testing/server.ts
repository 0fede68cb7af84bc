import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Environment, readConfig } from '../platform/config/config.ts'
import type { DiskUse } from '../platform/files/disk-space.ts'
import { createLog } from '../platform/diagnostics/log.ts'
import { type Server, startServer } from '../start.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

export interface TestServer extends Server {
  /** Stops it and removes what it was given: its database and its folder. */
  close(): Promise<void>
}

export interface TestServerOptions {
  /** A given database and folder are not removed on `close`, so that another server can continue with them. */
  readonly database?: TestDatabase
  readonly dataDir?: string
  readonly webFolder?: string
  readonly env?: Environment
  readonly now?: () => Date
  /** Queues in the database are checked at this interval; it is short for tests that wait for mails and messages. */
  readonly queueCheckMs?: number
  /** Returns what is free on its disk, and how large that is. */
  readonly readDisk?: () => Promise<DiskUse>
}

const SHARED_SECRET = 'the secret of test servers with one database'

/** Starts the whole server on free ports, with a database of its own. `TEST_LOG_LEVEL` shows its log. */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await openTestDatabase())
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'pitboard-test-'))
  const config = readConfig({
    PORT: '0',
    INGEST_TCP_PORT: '0',
    INGEST_UDP_PORTS: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    AUTH_RATE_LIMITS: 'false',
    // Servers that share a database share its secret, which is in their folder otherwise.
    ...(options.database && !options.dataDir && { AUTH_JWT_SECRET: SHARED_SECRET }),
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    ...options.env,
  })
  const server = await startServer(config, createLog(config.logLevel), {
    webFolder: options.webFolder,
    testClock: options.now ?? null,
    // The database does not know when such a clock makes something due.
    queueCheckMs: options.queueCheckMs ?? (options.now && 1_000),
    readDisk: options.readDisk,
  })
  const close = async () => {
    await server.stop()
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    if (!options.database) await database.close()
  }
  return { ...server, close }
}
