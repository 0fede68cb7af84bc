import type { UploadResult } from '@pitboard/contract/ingest/capture-upload'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { createMutex } from '../../platform/jobs/mutex.ts'
import { runInWorker, WorkerTimeoutError } from '../../platform/jobs/worker-job.ts'
import { createCaptureStore } from '../captures/capture-store.ts'
import { learnTrack } from '../outlines/track-outlines.ts'
import { selectDescribedSessions } from '../sessions/store/session-lists.ts'
import { toSummary } from '../sessions/store/session-queries.ts'
import type { ReadSession, ReadUpload } from './read-upload.ts'
import { type StoredUpload, storeUploaded, uploadFolder, uploadKey } from './store-upload.ts'
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

/** No recording compresses better. */
const UNPACKED_RATIO = 4

interface ReceivedFile {
  readonly id: string
  readonly userId: string
  readonly bytes: number
  readonly writtenAtMs: number
}

type ProcessUpload = (
  file: ReceivedFile,
  options: Pick<ReadOptions, 'onProgress' | 'signal'>,
) => Promise<UploadResult>

/** Reads a received file in a worker and stores its sessions. */
export function createUploadProcessing(
  context: AppContext,
  limitMsOf: (fileBytes: number) => number,
): ProcessUpload {
  const { config, db, events, files, log } = context
  const nowMs = () => context.now().getTime()
  const bytesMax = config.captureUploadMb * 2 ** 20
  const storing = {
    db,
    captures: createCaptureStore(files),
    events,
    inTurn: createMutex(),
  }

  async function processUpload(
    { id, bytes, userId, writtenAtMs }: ReceivedFile,
    { onProgress, signal }: Pick<ReadOptions, 'onProgress' | 'signal'>,
  ): Promise<UploadResult> {
    const folder = uploadFolder(context, id)
    const task = {
      key: uploadKey(id),
      folder,
      userId,
      nowMs: nowMs(),
      location: { dataDir: config.dataDir, s3Url: config.s3Url },
      writtenAtMs: Math.min(writtenAtMs, nowMs()),
      unpackedBytesMax: bytesMax * UNPACKED_RATIO,
    }
    try {
      const { sessions, ...read } = await runUploadWorker(task, {
        onProgress,
        signal,
        limitMs: limitMsOf(bytes),
      })
      const stored: StoredUpload[] = []
      for (const session of sessions) {
        signal.throwIfAborted()
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

  return processUpload
}
