import { mkdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { type CaptureUpload, UploadResult } from '@pitboard/contract/ingest/capture-upload'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { AppContext } from '../../context.ts'
import type { StoredJob } from './upload-tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { createPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { timeLimitMs } from '../../platform/jobs/worker-job.ts'
import { createFairQueue, QueueFullError } from '../../platform/turns/fair-queue.ts'
import { createKnownJobs } from './known-jobs.ts'
import { createUploadProcessing } from './process-upload.ts'
import { createUploadLimits, drain, oneFileAtATime, receiveBody, tooLarge } from './receive-file.ts'
import { removeUpload, resetUpload, uploadFolder, uploadKey } from './store-upload.ts'
import { ATTEMPTS_MAX, createUploadJobs, findUploadPlace } from './upload-jobs.ts'

/** A large file blocks one reader only. */
const READERS = 2
/** Small files have their own reader: large ones may take minutes. */
const SMALL_READERS = 1
const SMALL_FILE_BYTES = 8 * 2 ** 20
const WAIT_MAX_MS = 60 * 60_000
const RESULT_MS = 60 * 60_000

const CLEANUP_MS = 10 * 60_000
const Task = Type.Object({ bytes: Type.Number(), writtenAtMs: Type.Number() })
type Task = Static<typeof Task>
const Failure = Type.Object({ status: Type.Number(), detail: Type.String() })

/** This server reads the file, or has read it within an hour. */
interface Job {
  readonly id: string
  readonly userId: string
  readonly attempts: number
  readonly stop: AbortController
  /** Rejects with an `ApiError`. */
  readonly result: Promise<UploadResult>
  state: CaptureUpload
  /** It is set where the job failed, and is tried again later. */
  retryInSeconds: number | null
}

/** Receives files, reads them in workers and stores their sessions. */
interface Uploads {
  readonly bytesMax: number
  /** Resolves when the file is received; reading continues. */
  receive(userId: string, body: IncomingMessage, writtenAtMs: number): Promise<Job>
  /** Returns undefined for an unknown upload. Throws the `ApiError` of one that failed. */
  find(userId: string, id: string): Promise<CaptureUpload | undefined>
  /**
   * Cancels an upload; returns false for an unknown one. Resolves once this server does not work on it any
   * more.
   */
  cancel(userId: string, id: string): Promise<boolean>
  /** Forgets the results of long ago. */
  readonly cleanup: PeriodicJob
}

class ShutdownError extends ApiError {
  constructor() {
    super(503, 'The server is shutting down.')
  }
}

export function createUploads(
  context: AppContext,
  limitMsOf: (fileBytes: number) => number = timeLimitMs,
): Uploads {
  const { config, files, leadership, log, newId, tracing } = context
  const bytesMax = config.captureUploadMb * 2 ** 20
  const limits = createUploadLimits(context)
  const jobs = createKnownJobs<Job>(RESULT_MS)
  const waiting = { runningPerUserMax: 1, waitingMax: 100, waitMaxMs: WAIT_MAX_MS }
  const smallFiles = createFairQueue({ runningMax: SMALL_READERS, ...waiting })
  const largeFiles = createFairQueue({ runningMax: READERS, ...waiting })
  const processUpload = createUploadProcessing(context, limitMsOf)
  const rows = createUploadJobs(context.db, findUploadPlace(context))
  const queue = context.jobs.add<Job>({
    name: 'uploads',
    places: READERS + SMALL_READERS,
    drainMs: 0,
    now: rows.now,
    nextDue: rows.nextDue,
    claim,
    async run(job, signal) {
      signal.addEventListener('abort', () => job.stop.abort(new ShutdownError()))
      await job.result.catch(() => null)
      return job.retryInSeconds
    },
    async renew(active) {
      const mine = [...active.keys()].map(({ id, attempts, state }) => {
        return { id, attempts, progress: state.progress }
      })
      const still = await rows.renew(mine)
      for (const job of active.keys()) {
        const isMine = mine.some(({ id }) => id === job.id)
        if (isMine && !still.has(job.id)) job.stop.abort(cancelled())
      }
    },
  })

  async function receive(userId: string, body: IncomingMessage, writtenAtMs: number) {
    const length = Number(body.headers['content-length'] ?? 0)
    if (length > bytesMax) throw tooLarge(bytesMax)
    const leave = await limits.enter(userId)
    const id = newId()
    try {
      const bytes = await files.put(uploadKey(id), receiveBody(body, bytesMax))
      await mkdir(uploadFolder(context, id), { recursive: true })
      const task = { bytes, writtenAtMs }
      const added = await rows.add({ id, userId, task })
      if (!added) throw oneFileAtATime()
      const job = begin({ ...added, ...task, userId, leave })
      void queue.begin(job)
      return job
    } catch (error) {
      await discard({ id, leave })
      throw toApiError(error)
    }
  }

  /** Claims what a server that stopped has left, or what has failed before. */
  async function claim(count: number): Promise<Job[]> {
    const held = [...queue.active()].map(({ id }) => id)
    const resumed: Job[] = []
    for (const row of await rows.claim(count, held)) {
      const job = await resume(row)
      if (job) resumed.push(job)
    }
    return resumed
  }

  async function resume(row: StoredJob): Promise<Job | null> {
    const { id, attempts, user_id: userId } = row
    await resetUpload(context, id)
    if (attempts > ATTEMPTS_MAX) {
      log.error({ upload: id }, 'An upload has failed too often')
      await rows.end({ id, attempts }, { failure: UNREADABLE })
      await discard({ id, leave: () => {} })
      return null
    }
    const task = Value.Parse(Task, row.task)
    await mkdir(uploadFolder(context, id), { recursive: true })
    return begin({ id, attempts, userId, leave: () => {}, ...task })
  }

  function begin(task: HeldTask): Job {
    const { id, userId, attempts, bytes } = task
    const stop = new AbortController()
    const waitingFiles = bytes <= SMALL_FILE_BYTES ? smallFiles : largeFiles
    const state: CaptureUpload = { id, status: 'reading', progress: 0, result: null }
    const read = async () => {
      try {
        const onProgress = (progress: number) => {
          job.state = { ...job.state, progress }
        }
        const run = () => processUpload(task, { onProgress, signal: stop.signal })
        const result = await waitingFiles.run({ network: userId, userId }, run, stop.signal)
        await settle(job, task, { result })
        return result
      } catch (error) {
        const failure = toApiError(error)
        await settle(job, task, { error: failure })
        throw failure
      }
    }
    const result = tracing.trace('read upload', { 'pitboard.upload.id': id }, read).then((made) => {
      job.state = { ...job.state, status: 'done', progress: 1, result: made }
      return made
    })
    const job: Job = { id, userId, attempts, stop, result, state, retryInSeconds: null }
    jobs.add(job)
    result
      .catch(() => null)
      .then(() => jobs.forgetLater(job))
      .catch(() => null)
    return job
  }

  /** Stores the outcome, or leaves the job to a later attempt or another server. */
  async function settle(
    job: Job,
    task: HeldTask,
    outcome: { readonly result: UploadResult } | { readonly error: unknown },
  ): Promise<void> {
    const { id, userId, leave } = task
    try {
      if ('result' in outcome) await rows.end(task, outcome)
      else if (outcome.error instanceof ShutdownError) return await rows.release(task)
      else if (outcome.error instanceof ApiError) {
        const { status, detail } = outcome.error
        await rows.end(task, { failure: { status, detail } })
      } else {
        jobs.forget(job)
        job.retryInSeconds = await rows.retryLater(task)
        return
      }
      // A server without its lease leaves the files to the next holder.
      const row = await rows.find(userId, id)
      if (row?.ended_at !== null) await discard(task)
    } catch (error) {
      // The lease ends, and the job is done again with the same result.
      log.warn({ err: error, upload: id }, 'The outcome of an upload could not be stored')
    } finally {
      leave()
    }
  }

  /** Removes the files, including those of an upload that was cancelled or timed out before its turn. */
  async function discard({ id, leave }: Pick<HeldTask, 'id' | 'leave'>): Promise<void> {
    await removeUpload(context, id).catch((error: unknown) => {
      log.warn({ err: error }, 'The files of an upload could not be removed')
    })
    leave()
  }

  return {
    bytesMax,
    async receive(userId, body, writtenAtMs) {
      try {
        return await receive(userId, body, writtenAtMs)
      } catch (error) {
        drain(body)
        throw error
      }
    },
    async find(userId, id) {
      const job = jobs.get(id)
      if (job?.userId === userId) {
        // Throws the error of an upload that failed.
        await Promise.race([job.result, Promise.resolve()])
        return job.state
      }
      const row = await rows.find(userId, id)
      if (!row) return undefined
      if (row.failure !== null) {
        const { status, detail } = Value.Parse(Failure, row.failure)
        throw new ApiError(status, detail)
      }
      const isDone = row.ended_at !== null
      const result = isDone ? Value.Parse(UploadResult, row.result) : null
      return { id, status: isDone ? 'done' : 'reading', progress: row.progress, result }
    },
    async cancel(userId, id) {
      if (!(await rows.find(userId, id))) return false
      await rows.cancel(userId, id, cancelled())
      const job = jobs.get(id)
      job?.stop.abort(cancelled())
      await job?.result.catch(() => null)
      return true
    },
    cleanup: createPeriodicJob(() => rows.removeEnded(RESULT_MS / 1000), {
      everyMs: CLEANUP_MS,
      log,
      leadership,
      failure: 'old uploads could not be removed',
    }),
  }
}

interface HeldTask extends Task {
  readonly id: string
  readonly attempts: number
  readonly userId: string
  /** Lets the user send the next file. */
  readonly leave: () => void
}

const UNREADABLE = { status: 422, detail: 'The file could not be read.' }

function cancelled(): ApiError {
  return new ApiError(422, 'The upload was cancelled.')
}

function toApiError(error: unknown): unknown {
  if (error instanceof QueueFullError) {
    return new ApiError(503, 'The file waited too long for its turn: send it again later.')
  }
  if (error instanceof ApiError || !(error instanceof Error)) return error
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new ApiError(507, 'The disk of the server is full.')
  }
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new ApiError(422, 'The file needs more memory than it may have: split it.')
  }
  return error
}
