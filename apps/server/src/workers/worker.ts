import cluster from 'node:cluster'
import { Value } from 'typebox/value'
import { openKeys } from '../accounts/auth/keys/key-set.ts'
import { loadModules } from '../load-modules.ts'
import { readConfig } from '../platform/config/config.ts'
import { connectDatabase } from '../platform/db/open.ts'
import { createLog, type Log } from '../platform/diagnostics/log.ts'
import { createMetrics, type Metrics } from '../platform/diagnostics/metrics.ts'
import { StartError } from '../platform/diagnostics/errors.ts'
import { openFanOut } from '../platform/fan-out/open-fan-out.ts'
import { shareFolder } from '../platform/files/lock-folder.ts'
import { openFiles } from '../platform/files/open-files.ts'
import { openTracing } from '../platform/tracing/open-tracing.ts'
import { runProcess } from '../run-process.ts'
import { serve } from '../serve.ts'
import { hubPathOf } from './hub-path.ts'
import { type FromWorker, type Start, ToWorker } from './worker-messages.ts'

/** A worker without a supervisor stops on its own; viewers and requests get about ten seconds each. */
const STOP_WITHIN_MS = 30_000

/** A worker starts here: supervise.ts starts it as a process of the server. */
const config = readConfig(process.env)

function send(message: FromWorker, sent: () => void = () => {}): void {
  if (process.connected) process.send?.(message, sent)
  else sent()
}

function fail(reason: unknown): void {
  const isExpected = reason instanceof StartError
  if (!isExpected) console.error(reason)
  const message = reason instanceof Error ? reason.message : String(reason)
  send({ kind: 'failed', message }, () => process.exit(1))
}

async function startWorker({ node, databaseUrl }: Start, log: Log, metrics: Metrics) {
  const opened: (() => unknown)[] = []
  const stop = async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  }
  try {
    const lock = shareFolder(config.dataDir)
    opened.push(() => lock.release())
    const tracing = await openTracing(config, log, metrics, node.worker)
    opened.push(() => tracing.close())
    const { noteQuery } = tracing
    const database = connectDatabase(databaseUrl, log, { workers: node.workers, noteQuery })
    opened.push(() => database.close())
    const files = await openFiles(config)
    opened.push(() => files.close())
    const keys = await openKeys(config)
    const hubPath = hubPathOf(config, node)
    const { close, ...connections } = await openFanOut(config, keys.fingerprint, log, hubPath)
    opened.push(close)
    const parts = { config, log, node, database, files, keys, metrics, tracing, ...connections }
    const serving = await serve(parts)
    opened.push(() => serving.stop())
    return { url: serving.url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function run(start: Start): void {
  const log = createLog(config.logLevel, { worker: start.node.worker })
  log.level = start.logLevel
  const metrics = createMetrics()
  const { started, stop } = runProcess(log, () => startWorker(start, log, metrics), fail)
  let isListening = false
  Promise.all([started, loadModules(config)]).then(([{ url }]) => {
    isListening = true
    send({ kind: 'listening', url })
  }, fail)

  // Nobody restarts this worker now, and the next start of the server waits for its end.
  cluster.worker?.on('disconnect', () => {
    // The supervisor answers no request for a port any more.
    if (!isListening) process.exit(1)
    // Otherwise Node ends the process at once.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    stop('the supervisor ended')
  })
  process.on('message', (given) => {
    const message = Value.Parse(ToWorker, given)
    if (message.kind === 'ping') send({ kind: 'pong' })
    else if (message.kind === 'stop') stop('the supervisor stops')
    else if (message.kind === 'setLogLevel') log.level = message.level
    else if (message.kind === 'readMetrics') {
      void metrics.registry
        .getMetricsAsJSON()
        .then((read) => send({ kind: 'metrics', metrics: read }))
    }
  })
}

process.umask(0o077)
// The supervisor passes it on: a signal to all processes must not switch the level twice.
if (process.platform !== 'win32') process.on('SIGUSR2', () => {})
process.once('message', (given) => {
  const message = Value.Parse(ToWorker, given)
  if (message.kind === 'start') run(message)
})
