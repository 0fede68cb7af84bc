import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { KeySet } from './accounts/auth/keys/key-set.ts'
import { buildApp } from './app.ts'
import { type AppContext, createContext, type ServerNode } from './context.ts'
import type { Config } from './platform/config/config.ts'
import { registerConnectionUse } from './platform/db/connection-metrics.ts'
import { createDatabaseClock } from './platform/db/database-clock.ts'
import { createDatabaseListener } from './platform/db/database-listener.ts'
import { createLeadership } from './platform/db/leadership.ts'
import type { DatabaseConnections } from './platform/db/open.ts'
import type { Nats } from './platform/nats/nats-connection.ts'
import { describeTakenPort } from './platform/http/free-port.ts'
import { StartError } from './platform/diagnostics/errors.ts'
import type { Log } from './platform/diagnostics/log.ts'
import type { Metrics } from './platform/diagnostics/metrics.ts'
import type { MeasuredFanOut } from './platform/fan-out/fan-out.ts'
import { registerFanOutMetrics } from './platform/fan-out/traffic.ts'
import { createDiskSpace, type DiskUse, readDiskUse } from './platform/files/disk-space.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { createJobScheduler } from './platform/queues/job-scheduler.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import { createRateLimits } from './platform/limits/rate-limits.ts'

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))

const QUEUE_CHECK_MS = 1000
/** The disk is looked at less often: this many of those intervals apart. */
const DISK_CHECKS = 5

/** A process of the server is started with these parts. It closes none of them. */
export interface ServerParts {
  readonly config: Config
  readonly log: Log
  readonly node: ServerNode
  readonly database: DatabaseConnections
  readonly files: FileStore
  readonly keys: KeySet
  readonly fanOut: MeasuredFanOut
  readonly nats: Nats | null
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly webFolder?: string | undefined
  readonly testClock?: (() => Date) | null
  readonly queueCheckMs?: number | undefined
  /** Tests of a full disk replace this. */
  readonly readDisk?: (() => Promise<DiskUse>) | undefined
}

export interface Serving {
  readonly app: FastifyInstance
  readonly context: AppContext
  /** This machine reaches it there. */
  readonly url: string
  /** Takes no new work, and ends what runs. */
  stop(): Promise<void>
}

export async function serve(parts: ServerParts): Promise<Serving> {
  const { config, log, database, testClock = null, ...others } = parts
  const { webFolder = WEB_FOLDER, queueCheckMs = QUEUE_CHECK_MS } = parts
  const now = testClock ?? (() => new Date())
  let { port } = config
  const { db } = database
  const disk = createDiskSpace({
    read: parts.readDisk ?? (() => readDiskUse(config.dataDir)),
    everyMs: DISK_CHECKS * queueCheckMs,
    log,
    registry: others.metrics.registry,
  })
  const databaseListener = createDatabaseListener({ db, databaseUrl: database.url, log })
  const leadership = createLeadership({
    db,
    listener: databaseListener,
    log,
    metrics: others.metrics,
    // A bucket is reached by all servers, a folder by those that share it.
    place: config.s3Url === null ? others.node.dataFolder : 'bucket',
  })
  const databaseNow = createDatabaseClock(testClock)
  const context = createContext({
    config,
    log,
    now,
    ...others,
    db,
    disk,
    leadership,
    queueCheckMs,
    databaseListener,
    databaseNow,
    jobs: createJobScheduler({ db, listener: databaseListener, log, pollMs: parts.queueCheckMs }),
    rateLimits: createRateLimits({ db, databaseNow, leadership, log, now }),
    publicUrl: () => config.publicUrl ?? `http://localhost:${port}`,
  })
  registerConnectionUse(context.metrics, () => database.connections())
  registerFanOutMetrics(context.metrics, parts.fanOut)
  const { app, drain } = await buildApp(context, webFolder)
  const stop = async () => {
    await leadership.resign()
    await drain()
    await app.close()
  }
  try {
    port = await listen(app, config)
  } catch (error) {
    await stop()
    throw error
  }
  return { app, context, url: `http://${urlHost(config.host)}:${port}`, stop }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartError(await describeTakenPort('PORT', host, port))
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
