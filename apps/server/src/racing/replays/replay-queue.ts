import { LRUCache } from 'lru-cache'
import { createFairQueue } from '../../platform/turns/fair-queue.ts'
import { runInWorker, timeLimitMs } from '../../platform/jobs/worker-job.ts'
import { CaptureNotFound, type CaptureStore } from '../captures/capture-store.ts'
import type { ReplayTask } from './replay-worker.ts'

const WAITING_MAX = 20
/** A viewer opens a few replays side by side. */
const WAITING_PER_OWNER_MAX = 4
const WORKERS = 2
const WAIT_MAX_MS = 60 * 60_000
const FAILURES_MAX = 200
/** A capture that cannot be replayed is not tried again for this long. */
const FAILURE_MS = 10 * 60_000
const WORKER = new URL('replay-worker.ts', import.meta.url)

/** The queue makes replays off the main thread, a few at a time, each address in turn. */
interface ReplayQueue {
  /**
   * Returns how far a replay is, from 0 to 1, and begins it for `owner` if necessary; null where too many
   * wait.
   */
  progress(task: ReplayTask, owner: string): number | null
  /** Returns whether the last attempt failed, some minutes ago at most. */
  hasFailed(folder: string, nowMs: number): boolean
  stop(): Promise<void>
}

export function createReplayQueue({
  captures,
  isStored,
  onReady,
  onFailure,
  nowMs,
  limitMsOf = timeLimitMs,
}: {
  readonly captures: CaptureStore
  readonly isStored: (folder: string) => Promise<boolean>
  readonly onReady: (folder: string) => Promise<void>
  readonly onFailure: (task: ReplayTask, error: unknown) => void
  readonly nowMs: () => number
  readonly limitMsOf?: (captureBytes: number) => number
}): ReplayQueue {
  const queue = createFairQueue({
    runningMax: WORKERS,
    runningPerUserMax: 1,
    waitingMax: WAITING_MAX,
    waitMaxMs: WAIT_MAX_MS,
  })
  const jobs = new Map<
    string,
    { progress: number; readonly owner: string; readonly done: Promise<void> }
  >()
  const failures = new LRUCache<string, number>({ max: FAILURES_MAX })
  const stopping = new AbortController()

  function begin(task: ReplayTask, owner: string): void {
    const done = queue
      .run({ network: owner }, () => prepare(task))
      .catch((error: unknown) => fail(task, error))
      .finally(() => jobs.delete(task.folder))
    jobs.set(task.folder, { progress: 0, owner, done })
  }

  async function prepare(task: ReplayTask): Promise<void> {
    const { signal } = stopping
    signal.throwIfAborted()
    // The caller may have looked for it just before an earlier preparation ended.
    if (await isStored(task.folder)) return
    const bytes = await captures.measure(task.captureKey)
    if (bytes === null) throw new CaptureNotFound(task.captureKey)
    const onMessage = (message: unknown) => {
      const job = jobs.get(task.folder)
      const isProgress = typeof message === 'object' && message !== null && 'progress' in message
      if (job && isProgress) job.progress = Number(message.progress)
    }
    await runInWorker(WORKER, { task, limitMs: limitMsOf(bytes), signal, onMessage })
    await onReady(task.folder)
  }

  function countJobs(owner: string): number {
    return [...jobs.values()].filter((job) => job.owner === owner).length
  }

  function fail(task: ReplayTask, error: unknown): void {
    if (stopping.signal.aborted) return
    failures.set(task.folder, nowMs() + FAILURE_MS)
    onFailure(task, error)
  }

  return {
    progress(task, owner) {
      const known = jobs.get(task.folder)
      if (known) return known.progress
      if (jobs.size >= WAITING_MAX || countJobs(owner) >= WAITING_PER_OWNER_MAX) return null
      begin(task, owner)
      return 0
    },
    hasFailed(folder, atMs) {
      return (failures.get(folder) ?? 0) > atMs
    },
    async stop() {
      stopping.abort()
      await Promise.all([...jobs.values()].map(({ done }) => done))
    },
  }
}
