import { ApiError } from '../../platform/diagnostics/errors.ts'
import { runInWorker, WorkerTimeoutError } from '../../platform/jobs/worker-job.ts'
import type { ReadUpload } from './read-upload.ts'
import type { UploadTask, UploadMessage } from './upload-worker.ts'

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
export async function runUploadWorker(
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
