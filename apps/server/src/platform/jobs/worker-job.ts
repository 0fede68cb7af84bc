import { Worker } from 'node:worker_threads'
import type { ThreadMessage } from './worker-thread.ts'

const HEAP_MB = 1_024
const LIMIT_MS_MIN = 60_000
const LIMIT_MS_PER_MB = 15_000
const LIMIT_MS_MAX = 20 * 60_000

const THREAD = new URL('worker-thread.ts', import.meta.url)
/** A thread that has loaded the modules does the next work in half a second less. */
const WAITING_MS = 30_000
const WAITING_THREADS_MAX = 2

export class WorkerTimeoutError extends Error {
  constructor(limitMs: number) {
    super(`The work took longer than ${Math.round(limitMs / 1000)} s.`)
    this.name = 'WorkerTimeoutError'
  }
}

/** Returns how long a worker may take over a file of this size, also on a slow machine. */
export function timeLimitMs(fileBytes: number): number {
  return Math.min(LIMIT_MS_MAX, LIMIT_MS_MIN + (fileBytes / 2 ** 20) * LIMIT_MS_PER_MB)
}

interface WorkerJob {
  readonly task: unknown
  readonly limitMs: number
  readonly signal: AbortSignal
  onMessage(message: unknown): void
}

interface Thread {
  readonly worker: Worker
  /** The thread works on this; null while it waits for the next work. */
  job: {
    readonly onMessage: (message: ThreadMessage) => void
    readonly reject: (error: unknown) => void
  } | null
}

/** These threads wait until their timer ends them; they do not keep the process alive. */
const waiting = new Map<Thread, NodeJS.Timeout>()

function startThread(): Thread {
  const worker = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  const thread: Thread = { worker, job: null }
  const fail = (error: unknown) => {
    if (thread.job) thread.job.reject(error)
    else endThread(thread)
  }
  worker.on('message', (message: ThreadMessage) => thread.job?.onMessage(message))
  worker.on('messageerror', fail)
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`The worker ended with code ${code}.`)))
  return thread
}

function takeThread(): Thread {
  const [found] = waiting
  if (!found) return startThread()
  const [thread, timer] = found
  clearTimeout(timer)
  waiting.delete(thread)
  thread.worker.ref()
  return thread
}

function keepThread(thread: Thread): void {
  thread.job = null
  if (waiting.size >= WAITING_THREADS_MAX) return endThread(thread)
  thread.worker.unref()
  waiting.set(thread, setTimeout(() => endThread(thread), WAITING_MS).unref())
}

function endThread(thread: Thread): void {
  clearTimeout(waiting.get(thread))
  waiting.delete(thread)
  void thread.worker.terminate()
}

/**
 * Runs the `work` of a script in a thread, which no other work shares meanwhile. Rejects with what the work
 * throws, with a `WorkerTimeoutError`, or with the signal's reason; then the thread is ended, whatever the
 * work has left. After work that was done it does the next one.
 */
export async function runInWorker(
  script: URL,
  { task, limitMs, signal, onMessage }: WorkerJob,
): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const thread = takeThread()
  thread.job = {
    reject,
    onMessage(sent) {
      if (sent.kind === 'done') return resolve()
      try {
        onMessage(sent.message)
      } catch (error) {
        reject(error)
      }
    },
  }
  const timer = setTimeout(() => reject(new WorkerTimeoutError(limitMs)), limitMs)
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  thread.worker.postMessage({ script: script.href, task })
  try {
    await promise
    keepThread(thread)
  } catch (error) {
    await thread.worker.terminate()
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}
