import { Worker } from 'node:worker_threads'
import { ApiError } from '../errors.ts'
import type { ReadUpload } from './read-upload.ts'
import type { UploadTask, UploadTold } from './upload-worker.ts'

const WORKER = new URL('upload-worker.ts', import.meta.url)
const MEMORY_MB = 1_024
/** The largest file that is taken needs a few minutes. */
const WITHIN_MS = 20 * 60_000

/**
 * Reads a file off the main thread. Throws an `ApiError` where nothing can be made of it, and the
 * signal's reason when it is aborted.
 */
export async function readAside(
  task: UploadTask,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<ReadUpload> {
  signal.throwIfAborted()
  const worker = new Worker(WORKER, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<ReadUpload>()
  worker.on('message', (told: UploadTold) => {
    if (told.kind === 'progress') onProgress(told.progress)
    else if (told.kind === 'read') resolve(told.read)
    else reject(new ApiError(told.status, told.detail))
  })
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('The file was not read to its end.')))
  const giveUp = () => reject(new ApiError(422, 'Reading the file takes too long.'))
  const timer = setTimeout(giveUp, WITHIN_MS)
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    await worker.terminate()
  }
}
