import { Worker } from 'node:worker_threads'

const HEAP_MB = 1_024
const LIMIT_MS_MIN = 60_000
const LIMIT_MS_PER_MB = 15_000
const LIMIT_MS_MAX = 20 * 60_000

export class WorkerTimeoutError extends Error {
  constructor(limitMs: number) {
    super(`The work took longer than ${Math.round(limitMs / 1000)} s.`)
    this.name = 'WorkerTimeoutError'
  }
}

/** How long a worker may take over a file of this size, also on a slow machine. */
export function timeLimitMs(fileBytes: number): number {
  return Math.min(LIMIT_MS_MAX, LIMIT_MS_MIN + (fileBytes / 2 ** 20) * LIMIT_MS_PER_MB)
}

interface WorkerJob {
  readonly task: unknown
  readonly limitMs: number
  readonly signal: AbortSignal
  onMessage(message: unknown): void
}

/**
 * Runs a script in a worker thread of its own and ends the thread in any case. Rejects with what the
 * script throws, with a `WorkerTimeoutError`, or with the signal's reason.
 */
export async function runInWorker(
  script: URL,
  { task, limitMs, signal, onMessage }: WorkerJob,
): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const worker = new Worker(script, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  worker.on('error', reject)
  worker.on('messageerror', reject)
  worker.on('message', (message: unknown) => {
    try {
      onMessage(message)
    } catch (error) {
      reject(error)
    }
  })
  worker.once('exit', (code) => {
    if (code === 0) resolve()
    else reject(new Error(`The worker ended with code ${code}.`))
  })
  const timer = setTimeout(() => reject(new WorkerTimeoutError(limitMs)), limitMs)
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    await worker.terminate()
  }
}
