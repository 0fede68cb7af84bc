import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../platform/diagnostics/log.ts'
import type { WorkerProcess } from './worker-process.ts'

/** One that has served for this long begins with a clean record. */
const STABLE_MS = 60_000
const FIRST_DELAY_MS = 1_000
const DELAY_MAX_MS = 30_000
/** Viewers, requests and jobs are waited for a shorter time. */
const STOP_WITHIN_MS = 45_000

/** A slot is a place among the workers: one process after another has it, with the same id. */
export interface WorkerSlot {
  /** Resolves with the address once the first process listens. Rejects if it can't start. */
  readonly firstStart: Promise<string>
  /** Returns how often in a row it could not start; 0 while it serves. */
  failedStarts(): number
  /** Returns null while it does not run. */
  running(): WorkerProcess | null
  restarts(): number
  stop(): Promise<void>
}

interface SlotOptions {
  readonly worker: number
  readonly log: Log
  readonly start: () => WorkerProcess
  readonly onFailedStart: (reason: unknown) => void
}

export function createWorkerSlot({ worker, log, start, onFailedStart }: SlotOptions): WorkerSlot {
  const stopping = new AbortController()
  const firstStart = Promise.withResolvers<string>()
  firstStart.promise.catch(() => {})
  let current: WorkerProcess | null = null
  let failedStarts = 0
  let crashes = 0
  let restarts = 0

  /** Returns how long the next process has to wait. */
  async function runOne(): Promise<number> {
    const startedMs = performance.now()
    const running = start()
    current = running
    try {
      firstStart.resolve(await running.listening)
      failedStarts = 0
    } catch (error) {
      firstStart.reject(error)
      failedStarts++
      if (!stopping.signal.aborted) onFailedStart(error)
    }
    const how = await running.ended
    current = null
    if (stopping.signal.aborted) return 0
    const wasStable = failedStarts === 0 && performance.now() - startedMs > STABLE_MS
    crashes = wasStable ? 1 : crashes + 1
    // The first crash may be a coincidence.
    const exponent = crashes - (failedStarts > 0 ? 1 : 2)
    const delayMs = exponent < 0 ? 0 : Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** exponent)
    log.error({ worker, how, delayMs }, 'A worker has ended and is replaced')
    return delayMs
  }

  async function runAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const delayMs = await runOne()
      if (delayMs > 0) await wait(delayMs, null, { signal: stopping.signal }).catch(() => null)
      restarts++
    }
  }
  const over = runAll()

  return {
    firstStart: firstStart.promise,
    failedStarts: () => failedStarts,
    running: () => current,
    restarts: () => restarts,
    async stop() {
      stopping.abort()
      current?.send({ kind: 'stop' })
      const timer = setTimeout(() => current?.kill(), STOP_WITHIN_MS)
      await over
      clearTimeout(timer)
    },
  }
}
