import { openInstallation } from '../open-installation.ts'
import type { Config } from '../platform/config/config.ts'
import { StartError } from '../platform/diagnostics/errors.ts'
import type { Log } from '../platform/diagnostics/log.ts'
import { createFanOutHub } from '../platform/fan-out/socket-hub.ts'
import { startMetricsServer } from '../site/health/metrics-server.ts'
import { hubPathOf } from './hub-path.ts'
import type { ToWorker } from './worker-messages.ts'
import { createWorkerMetrics } from './worker-metrics.ts'
import { startWorkerProcess } from './worker-process.ts'
import { createWorkerSlot, type WorkerSlot } from './worker-slot.ts'

interface Supervisor {
  readonly url: string
  /** Resolves with a message if the server can't go on. */
  readonly died: Promise<string>
  /** Stops all workers at once, each in order, then closes the database. */
  stop(): Promise<void>
}

/** After it has served, this many starts of each worker in a row may fail. */
const FAILED_STARTS_MAX = 5

/** Opens the data folder and the database, and lets `WORKERS` processes serve. */
export async function supervise(config: Config, log: Log): Promise<Supervisor> {
  if (process.platform === 'win32') {
    throw new StartError('WORKERS above 1 does not work on Windows. Remove it.')
  }
  const installation = await openInstallation(config, log, () => new Date())
  const slots: WorkerSlot[] = []
  const opened: (() => unknown)[] = [() => installation.close()]
  const stop = async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  }
  const gaveUp = Promise.withResolvers<string>()
  const sendAll = (message: ToWorker) => {
    for (const slot of slots) slot.running()?.send(message)
  }
  function onFailedStart(reason: unknown): void {
    log.error({ err: reason }, 'A worker could not start')
    if (slots.every((slot) => slot.failedStarts() >= FAILED_STARTS_MAX)) {
      gaveUp.resolve(`No worker can start: ${messageOf(reason)}`)
    }
  }
  try {
    const { database, nodes } = installation
    const hubPath = hubPathOf(config, nodes[0])
    const hub = hubPath === null ? null : await createFanOutHub({ path: hubPath, log })
    if (hub) opened.push(() => hub.close())
    const metrics = createWorkerMetrics(slots, hub?.stats ?? null)
    const metricsServer = await startMetricsServer(config, metrics)
    if (metricsServer) opened.push(() => metricsServer.close())
    log.info({ workers: config.workers, metricsPort: metricsServer?.port }, 'the supervisor starts')
    for (const [index, node] of nodes.entries()) {
      const start = () => {
        const given = { node, databaseUrl: database.url, logLevel: log.level }
        return startWorkerProcess({ kind: 'start', ...given }, log)
      }
      slots.push(createWorkerSlot({ worker: index + 1, log, start, onFailedStart }))
    }
    opened.push(() => Promise.all(slots.map((slot) => slot.stop())))
    // However this process ends in its own time, none of them outlives it.
    process.once('exit', () => {
      for (const slot of slots) slot.running()?.kill()
    })
    // This listener comes after the one that switches the log level of this process.
    process.on('SIGUSR2', () => sendAll({ kind: 'setLogLevel', level: log.level }))
    const url = await firstUrl(slots)
    return { url, died: Promise.race([database.died, gaveUp.promise]), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Returns where the workers listen, once each of them does or has failed. */
async function firstUrl(slots: readonly WorkerSlot[]): Promise<string> {
  const starts = slots.map(({ firstStart }) => firstStart)
  await Promise.allSettled(starts)
  try {
    return await Promise.any(starts)
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error
  }
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
