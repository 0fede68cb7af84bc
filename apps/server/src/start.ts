import { openInstallation } from './open-installation.ts'
import type { Config } from './platform/config/config.ts'
import type { Log } from './platform/diagnostics/log.ts'
import { createMetrics } from './platform/diagnostics/metrics.ts'
import { openFanOut } from './platform/fan-out/open-fan-out.ts'
import { type ServerParts, type Serving, serve } from './serve.ts'
import { openTracing } from './platform/tracing/open-tracing.ts'
import { startMetricsServer } from './site/health/metrics-server.ts'

export interface Server extends Serving {
  /** It is null without METRICS_PORT. */
  readonly metricsPort: number | null
  /** Resolves with a message if the server can't go on. */
  readonly died: Promise<string>
  /** Takes no new work, ends what runs, closes the database. */
  stop(): Promise<void>
}

type StartOptions = Pick<ServerParts, 'webFolder' | 'testClock' | 'queueCheckMs' | 'readDisk'>

/** Starts the whole server in this process. */
export async function startServer(
  config: Config,
  log: Log,
  { testClock = null, ...options }: StartOptions = {},
): Promise<Server> {
  const metrics = createMetrics()
  const tracing = await openTracing(config, log, metrics)
  const opened: (() => unknown)[] = [() => tracing.close()]
  const stop = async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  }
  try {
    const now = testClock ?? (() => new Date())
    const installation = await openInstallation(config, log, now, tracing.noteQuery)
    opened.push(() => installation.close())
    const { database, files, keys, nodes } = installation
    const [node] = nodes
    const { close, ...connections } = await openFanOut(config, keys.fingerprint, log)
    opened.push(close)
    const metricsServer = await startMetricsServer(config, metrics.registry)
    if (metricsServer) opened.push(() => metricsServer.close())
    const parts = { config, log, node, database, files, keys, metrics, tracing }
    const serving = await serve({ ...parts, ...connections, testClock, ...options })
    opened.push(() => serving.stop())
    const metricsPort = metricsServer?.port ?? null
    return { ...serving, metricsPort, died: database.died, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
