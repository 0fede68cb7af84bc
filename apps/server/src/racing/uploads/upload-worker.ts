import { parentPort, workerData } from 'node:worker_threads'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { readUpload, type ReadUpload } from './read-upload.ts'
import { RefusedFile } from './refused-file.ts'

export const UploadTask = Type.Object({
  path: Type.String(),
  folder: Type.String(),
  userId: Type.String(),
  writtenAtMs: Type.Number(),
  nowMs: Type.Number(),
  unpackedBytesMax: Type.Number(),
})
export type UploadTask = Static<typeof UploadTask>

export type UploadTold =
  | { readonly kind: 'progress'; readonly progress: number }
  | { readonly kind: 'refused'; readonly status: RefusedFile['status']; readonly detail: string }
  | { readonly kind: 'read'; readonly read: ReadUpload }

/** A step of the bar that somebody sees. */
const TELL_EACH = 0.005

let told = 0

function tell(message: UploadTold): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage(message)
}

try {
  const read = await readUpload(Value.Parse(UploadTask, workerData), (progress) => {
    if (progress < told + TELL_EACH) return
    told = progress
    tell({ kind: 'progress', progress })
  })
  tell({ kind: 'read', read })
} catch (error) {
  if (!(error instanceof RefusedFile)) throw error
  tell({ kind: 'refused', status: error.status, detail: error.message })
}
