import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Call, createClient } from '@pitboard/contract/wire/client'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { insertUser } from '@pitboard/server/accounts/users/queries'
import { insertRecorderKey } from '@pitboard/server/accounts/access/recorder-key'
import { openTestDatabase, type TestDatabase } from '@pitboard/server/testing/database'
import { type MainOptions, runMain, type RunningMain } from '@pitboard/server/testing/main-process'
import { v7 as newId } from 'uuid'
import { ensureBuilt } from '@pitboard/web/testing/builds'

const SERVICE_KEY = 'the-service-key-of-these-tests-alone'

/** The server process has ports that stay the same over restarts, and a user who may record. */
export interface Pitboard {
  readonly url: string
  /** The server uses this address in links. */
  readonly publicUrl: string
  readonly port: number
  readonly ingestTcpPort: number
  readonly userId: string
  readonly key: string
  readonly serviceKey: string
  readonly call: Call
  readonly database: TestDatabase
  /** Tests use the database where no test clock works. */
  readonly db: TestDatabase['db']
  readonly dataDir: string
  /** It is the spool folder of its recorder. */
  readonly spool: string
  /** Returns the recorder's options for this server and user. */
  recorderOptions(url?: string): string[]
  /** Sends SIGTERM; returns when the process has ended. */
  stop(): Promise<void>
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** The process stands still, with its sockets open, until `resume`. */
  suspend(): void
  resume(): void
  start(): Promise<void>
  isRunning(): boolean
  /** Returns what the process has logged since it started. */
  log(): string
}

/** Starts a server with a database and a user of its own, or with those of other servers. */
export async function startPitboard(
  t: TestContext,
  env: Record<string, string> = {},
  other: Pick<Pitboard, 'database' | 'userId' | 'key'> | null = null,
  options: Pick<MainOptions, 'main'> = {},
): Promise<Pitboard> {
  // A server serves the files that were built when it started.
  await ensureBuilt('web')
  const database = other?.database ?? (await openTestDatabase())
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-e2e-'))
  const port = await freePort()
  const ingestTcpPort = await freePort()
  const { userId, key } = other ?? (await insertDriver(database))
  let main: RunningMain | null = null
  const url = `http://127.0.0.1:${port}`
  const pitboard: Pitboard = {
    url,
    publicUrl: `http://localhost:${port}`,
    port,
    ingestTcpPort,
    userId,
    key,
    serviceKey: SERVICE_KEY,
    database,
    db: database.db,
    dataDir: join(folder, 'data'),
    spool: join(folder, 'spool'),
    call: createClient({ baseUrl: url }),
    recorderOptions: (server = url) => ['--server', server, '--user', userId, '--key', key],
    async stop() {
      await main?.stop()
      main = null
    },
    async kill() {
      await main?.kill()
      main = null
    },
    isRunning: () => main?.isRunning() ?? false,
    log: () => main?.stderr() ?? '',
    suspend: () => main?.signal('SIGSTOP'),
    resume: () => main?.signal('SIGCONT'),
    async start() {
      const own = {
        PORT: String(port),
        INGEST_TCP_PORT: String(ingestTcpPort),
        DATA_DIR: pitboard.dataDir,
        DATABASE_URL: database.url,
        LOG_LEVEL: 'warn',
        AUTH_SERVICE_KEY: SERVICE_KEY,
      }
      main = runMain({ ...own, ...env }, options)
      await main.listening
    },
  }
  t.after(async () => {
    pitboard.resume()
    await main?.stop()
    if (!other) await database.close()
    // A recorder that is still ending may write into its spool meanwhile.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  await pitboard.start()
  return pitboard
}

/** Stores a user who may record. */
export async function insertDriver(
  { db }: Pick<TestDatabase, 'db'>,
  username = 'Flow',
): Promise<{ readonly userId: string; readonly key: string }> {
  const userId = newId()
  await insertUser(db, { id: userId, username })
  return { userId, key: await insertRecorderKey(db, { id: newId(), userId, name: 'flow' }) }
}
