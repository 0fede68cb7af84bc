import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { checkSecret } from './accounts/auth/keys/check-secret.ts'
import { openKeys } from './accounts/auth/keys/key-set.ts'
import { buildApp } from './app.ts'
import { type AppContext, createContext } from './context.ts'
import type { Config } from './platform/config/config.ts'
import { openDatabase } from './platform/db/open.ts'
import { makePrivate } from './platform/db/private-folder.ts'
import { StartError } from './platform/diagnostics/errors.ts'
import type { Log } from './platform/diagnostics/log.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { openFiles } from './platform/files/open-files.ts'
import { registerConnectionUse } from './platform/db/connection-metrics.ts'
import { startMetricsServer } from './site/health/metrics-server.ts'
import { lockFolder } from './platform/files/lock-folder.ts'
import { createRateLimits } from './platform/limits/rate-limits.ts'

export interface Server {
  readonly app: FastifyInstance
  readonly context: AppContext
  /** Where this machine reaches it. */
  readonly url: string
  /** Null without METRICS_PORT. */
  readonly metricsPort: number | null
  /** Resolves with a message if the server can't go on. */
  readonly died: Promise<string>
  /** Takes no new work, ends what runs, closes the database. */
  stop(): Promise<void>
}

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))

export async function startServer(
  config: Config,
  log: Log,
  webFolder = WEB_FOLDER,
  testClock: (() => Date) | null = null,
): Promise<Server> {
  const lock = lockFolder(config.dataDir)
  const opened: (() => unknown)[] = [() => lock.release()]
  const stop = async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  }
  try {
    await makePrivate(config.dataDir, log, config.databaseUrl === null)
    const database = await openDatabase(config, log)
    opened.push(() => database.close())
    const now = testClock ?? (() => new Date())
    const files = await openFiles(config)
    opened.push(() => files.close())
    await checkFiles(files, log)
    let { port } = config
    const publicUrl = () => config.publicUrl ?? `http://localhost:${port}`
    const keys = await openKeys(config, now)
    await checkSecret(database.db, keys, config.authJwtSecretBefore)
    const context = createContext({
      config,
      files,
      log,
      keys,
      db: database.db,
      databaseUrl: database.url,
      rateLimits: createRateLimits({ db: database.db, log, now }, testClock),
      publicUrl,
      now,
    })
    registerConnectionUse(context.metrics, () => database.connections())
    const metricsServer = await startMetricsServer(config, context.metrics)
    if (metricsServer) opened.push(() => metricsServer.close())
    const { app, drain } = await buildApp(context, webFolder)
    opened.push(() => app.close())
    opened.push(drain)
    port = await listen(app, config)
    const url = `http://${urlHost(config.host)}:${port}`
    return {
      app,
      context,
      url,
      metricsPort: metricsServer?.port ?? null,
      died: database.died,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A server without its file store serves what it has in its database. */
async function checkFiles(files: FileStore, log: Log): Promise<void> {
  try {
    await files.check()
  } catch (error) {
    if (error instanceof StartError) throw error
    log.warn({ err: error }, 'The file store does not answer')
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} of ${host} is taken. Choose another one with PORT.`)
    }
    if (code === 'EACCES') throw new StartError(`Port ${port} needs more rights. Choose another.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`HOST ${host} is not an address of this machine.`)
    }
    throw error
  }
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
