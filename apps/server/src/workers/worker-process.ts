import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { Value } from 'typebox/value'
import { StartError } from '../platform/diagnostics/errors.ts'
import type { Log } from '../platform/diagnostics/log.ts'
import { FromWorker, type Start, type ToWorker } from './worker-messages.ts'

const ENTRY = fileURLToPath(new URL('worker.ts', import.meta.url))
/**
 * A worker that stands still for longer is killed. Another worker may take over its streams, and would
 * write to the same journals, 8 s after it stopped at the earliest.
 */
const PING_EVERY_MS = 1_500
const UNANSWERED_MAX = 4
const METRICS_WITHIN_MS = 2_000

/** The process serves with the others on the same ports. */
export interface WorkerProcess {
  /** Resolves with its address once it listens. Rejects if it ends before. */
  readonly listening: Promise<string>
  /** Resolves with how it ended. */
  readonly ended: Promise<string>
  send(message: ToWorker): void
  /** Resolves with null if it does not answer in time. */
  readMetrics(): Promise<object[] | null>
  kill(): void
}

export function startWorkerProcess(start: Start, log: Log): WorkerProcess {
  // The supervisor accepts connections and hands them to the workers in turns.
  cluster.schedulingPolicy = cluster.SCHED_RR
  cluster.setupPrimary({ exec: ENTRY, args: [] })
  const worker = cluster.fork()
  const { pid } = worker.process
  const listening = Promise.withResolvers<string>()
  const ended = Promise.withResolvers<string>()
  let unanswered = 0
  let watching: NodeJS.Timeout | undefined
  let readers: ((metrics: object[] | null) => void)[] = []

  const send = (message: ToWorker) => {
    // One that ends at this moment reads nothing any more.
    if (worker.isConnected()) worker.send(message, () => {})
  }

  function watch(): void {
    watching = setInterval(() => {
      if (unanswered++ < UNANSWERED_MAX) return send({ kind: 'ping' })
      log.error({ pid }, 'A worker stands still and is ended')
      worker.process.kill('SIGKILL')
    }, PING_EVERY_MS)
  }

  worker.on('message', (given: unknown) => {
    const message = Value.Parse(FromWorker, given)
    unanswered = 0
    if (message.kind === 'listening') {
      watch()
      listening.resolve(message.url)
    } else if (message.kind === 'failed') listening.reject(new StartError(message.message))
    else if (message.kind === 'metrics') {
      for (const read of readers.splice(0)) read(message.metrics)
    }
  })
  const end = (how: string) => {
    clearInterval(watching)
    for (const read of readers.splice(0)) read(null)
    listening.reject(new StartError(`A worker ended before it listened (${how}).`))
    ended.resolve(how)
  }
  worker.on('exit', (code, signal) => end(signal ? `signal ${signal}` : `exit code ${code}`))
  worker.on('error', (error) => end(error.message))
  listening.promise.catch(() => {})
  send(start)

  return {
    listening: listening.promise,
    ended: ended.promise,
    send,
    readMetrics() {
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          readers = readers.filter((other) => other !== read)
          resolve(null)
        }, METRICS_WITHIN_MS)
        const read = (metrics: object[] | null) => {
          clearTimeout(timer)
          resolve(metrics)
        }
        readers.push(read)
        send({ kind: 'readMetrics' })
      })
    },
    kill: () => void worker.process.kill('SIGKILL'),
  }
}
