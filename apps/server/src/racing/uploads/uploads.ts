import { mkdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { CaptureUpload, UploadResult } from '@pitboard/contract/ingest/capture-upload'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { createFairQueue, QueueFullError } from '../../platform/limits/fair-queue.ts'
import type { RoomDirectory } from '../live/room-directory.ts'
import { createMutex } from '../../platform/jobs/mutex.ts'
import { selectDescribedSessions } from '../sessions/store/session-lists.ts'
import { toSummary } from '../sessions/store/session-queries.ts'
import { runInWorker, timeLimitMs, WorkerTimeoutError } from '../../platform/jobs/worker-job.ts'
import {
  removeUpload,
  type StoredUpload,
  storeUploaded,
  uploadFolder,
  uploadKey,
} from './store-upload.ts'
import { createUploadLimits, drain, receiveBody, tooLarge } from './receive-file.ts'
import { learnTrack } from '../outlines/track-outlines.ts'
import { createCaptureStore } from '../captures/capture-store.ts'
import type { ReadSession, ReadUpload } from './read-upload.ts'
import type { UploadMessage, UploadTask } from './upload-worker.ts'

const WORKER = new URL('upload-worker.ts', import.meta.url)

interface ReadOptions {
  readonly onProgress: (progress: number) => void
  readonly signal: AbortSignal
  readonly limitMs: number
}

/**
 * Reads a file off the main thread. Throws an `ApiError` where nothing can be made of it, and the
 * signal's reason when it is aborted.
 */
async function runUploadWorker(
  task: UploadTask,
  { onProgress, signal, limitMs }: ReadOptions,
): Promise<ReadUpload> {
  const results: ReadUpload[] = []
  const onMessage = (message: unknown) => {
    // The worker is part of this server, and structured cloning preserves the type.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const received = message as UploadMessage
    if (received.kind === 'progress') onProgress(received.progress)
    else if (received.kind === 'read') results.push(received.read)
    else throw new ApiError(received.status, received.detail)
  }
  try {
    await runInWorker(WORKER, { task, limitMs, signal, onMessage })
  } catch (error) {
    if (!(error instanceof WorkerTimeoutError)) throw error
    throw new ApiError(422, 'Reading the file takes too long: split it.')
  }
  const [read] = results
  if (!read) throw new Error('The file was not read to its end.')
  return read
}

/** A large file blocks one reader only. */
const READERS = 2
/** Small files have their own reader: large ones may take minutes. */
const SMALL_READERS = 1
const SMALL_FILE_BYTES = 8 * 2 ** 20
const WAIT_MAX_MS = 60 * 60_000
const RESULT_MS = 60 * 60_000
/** No recording compresses better. */
const UNPACKED_RATIO = 4

/** A file that was received, until an hour after it was read. */
interface Job {
  readonly id: string
  readonly userId: string
  readonly stop: AbortController
  /** Rejects with an `ApiError`. */
  readonly result: Promise<UploadResult>
  state: CaptureUpload
}

/** Receives files, reads them in workers and stores their sessions. */
interface Uploads {
  readonly bytesMax: number
  /** Resolves when the file is received; reading goes on. */
  receive(userId: string, body: IncomingMessage, writtenAtMs: number): Promise<Job>
  find(userId: string, id: string): Job | undefined
  stop(): Promise<void>
}

export function createUploads(
  context: AppContext,
  hub: RoomDirectory,
  limitMsOf: (fileBytes: number) => number = timeLimitMs,
): Uploads {
  const { config, db, files, log, newId } = context
  const nowMs = () => context.now().getTime()
  const bytesMax = config.captureUploadMb * 2 ** 20
  const limits = createUploadLimits(context)
  const jobs = new Map<string, Job>()
  const waiting = { runningPerUserMax: 1, waitingMax: 100, waitMaxMs: WAIT_MAX_MS }
  const smallFiles = createFairQueue({ runningMax: SMALL_READERS, ...waiting })
  const largeFiles = createFairQueue({ runningMax: READERS, ...waiting })
  const storing = {
    ...{ db, captures: createCaptureStore(files), inTurn: createMutex() },
    isLive: (id: string) => hub.room(id) !== null,
  }

  async function receive(userId: string, body: IncomingMessage, writtenAtMs: number) {
    const length = Number(body.headers['content-length'] ?? 0)
    if (length > bytesMax) throw tooLarge(bytesMax)
    const leave = await limits.enter(userId)
    const id = newId()
    let bytes: number
    try {
      bytes = await files.put(uploadKey(id), receiveBody(body, bytesMax))
      await mkdir(uploadFolder(context, id), { recursive: true })
    } catch (error) {
      await discard({ id, leave })
      throw toApiError(error)
    }
    return begin({ id, userId, bytes, writtenAtMs, leave })
  }

  function begin(task: Task): Job {
    const { id, userId, bytes } = task
    const stop = new AbortController()
    const queue = bytes <= SMALL_FILE_BYTES ? smallFiles : largeFiles
    const state: CaptureUpload = { id, status: 'reading', progress: 0, result: null }
    const read = async () => {
      try {
        return await queue.run({ network: userId, userId }, () => work(task, job), stop.signal)
      } catch (error) {
        throw toApiError(error)
      } finally {
        await discard(task)
      }
    }
    const result = read().then((made) => {
      job.state = { ...job.state, status: 'done', progress: 1, result: made }
      return made
    })
    const job: Job = { id, userId, stop, result, state }
    jobs.set(id, job)
    result
      .catch(() => null)
      .then(() => setTimeout(() => jobs.delete(id), RESULT_MS).unref())
      .catch(() => null)
    return job
  }

  /** Also for a file that was cancelled or timed out before its turn. */
  async function discard({ id, leave }: Pick<Task, 'id' | 'leave'>): Promise<void> {
    await removeUpload(context, id).catch((error: unknown) => {
      log.warn({ err: error }, 'The files of an upload could not be removed')
    })
    leave()
  }

  async function work({ id, bytes, userId, writtenAtMs }: Task, job: Job): Promise<UploadResult> {
    const onProgress = (value: number) => {
      job.state = { ...job.state, progress: value }
    }
    const folder = uploadFolder(context, id)
    const task = {
      ...{ key: uploadKey(id), folder, userId, nowMs: nowMs() },
      location: { dataDir: config.dataDir, s3Url: config.s3Url },
      writtenAtMs: Math.min(writtenAtMs, nowMs()),
      unpackedBytesMax: bytesMax * UNPACKED_RATIO,
    }
    try {
      const { sessions, ...read } = await runUploadWorker(task, {
        onProgress,
        signal: job.stop.signal,
        limitMs: limitMsOf(bytes),
      })
      const stored: StoredUpload[] = []
      for (const session of sessions) {
        job.stop.signal.throwIfAborted()
        const result = await storeUploaded(storing, folder, session)
        stored.push(result)
        if (result.outcome === 'added' || result.outcome === 'replaced') await learn(session)
      }
      return { ...read, notes: [...read.notes], sessions: await readSummaries(stored) }
    } catch (error) {
      if (!(error instanceof ApiError)) log.warn({ err: error, userId }, 'An upload failed')
      throw error
    }
  }

  /** The session is stored whether or not its outline is. */
  async function learn({ detail, pitLane }: ReadSession): Promise<void> {
    await learnTrack(db, detail, pitLane).catch((error: unknown) => {
      log.error({ err: error, sessionId: detail.id }, 'The outline of a track could not be stored')
    })
  }

  async function readSummaries(stored: readonly StoredUpload[]): Promise<UploadResult['sessions']> {
    const ids = stored.map(({ id }) => id)
    const rows = await selectDescribedSessions(db).where('session.id', 'in', ids).execute()
    return stored.flatMap(({ id, outcome }) => {
      const row = rows.find((row) => row.id === id)
      return row ? [{ outcome, session: toSummary(row) }] : []
    })
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
    find(userId, id) {
      const job = jobs.get(id)
      return job?.userId === userId ? job : undefined
    },
    async stop() {
      for (const { stop } of jobs.values())
        stop.abort(new ApiError(503, 'The server is shutting down.'))
      await Promise.allSettled([...jobs.values()].map(({ result }) => result))
    },
  }
}

interface Task {
  readonly id: string
  readonly userId: string
  readonly bytes: number
  readonly writtenAtMs: number
  /** Lets the user send the next file. */
  readonly leave: () => void
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
