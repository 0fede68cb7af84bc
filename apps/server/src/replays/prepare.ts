import { Worker } from 'node:worker_threads'
import type { Static } from 'typebox'
import type { ReplayTask } from './replay-worker.ts'

const WAITING_MAX = 20
const MEMORY_MB = 1_024
const WORKER = new URL('replay-worker.ts', import.meta.url)

/** Makes replays off the main thread, one after the other. */
export interface Preparing {
  /** How far it is, from 0 to 1; begins where nobody has. Null: too many wait. */
  progress(task: Static<typeof ReplayTask>): number | null
  /** What the last attempt failed with; it is forgotten with that. */
  failure(folder: string): unknown
  stop(): Promise<void>
}

export function createPreparing(onReady: (folder: string) => Promise<void>): Preparing {
  const waiting = new Map<string, Static<typeof ReplayTask>>()
  const failures = new Map<string, unknown>()
  let running: { readonly folder: string; readonly worker: Worker; progress: number } | null = null
  let isStopped = false

  function next(): void {
    const [first] = waiting.values()
    if (!first || running || isStopped) return
    waiting.delete(first.folder)
    const worker = new Worker(WORKER, {
      workerData: first,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const own = { folder: first.folder, worker, progress: 0 }
    running = own
    worker.on('message', ({ progress }: { progress: number }) => {
      own.progress = progress
    })
    worker.once('error', (error) => failures.set(first.folder, error))
    worker.once('exit', () => {
      void onReady(first.folder).finally(() => {
        running = null
        next()
      })
    })
  }

  return {
    progress(task) {
      if (running?.folder === task.folder) return running.progress
      if (waiting.has(task.folder)) return 0
      if (waiting.size >= WAITING_MAX) return null
      waiting.set(task.folder, task)
      next()
      return 0
    },
    failure(folder) {
      const failure = failures.get(folder)
      failures.delete(folder)
      return failure
    },
    async stop() {
      isStopped = true
      await running?.worker.terminate()
    },
  }
}
