import { type FilesLocation, openFiles } from '../../platform/files/open-files.ts'
import type { Work } from '../../platform/jobs/worker-thread.ts'
import { type Upload, readUpload, type ReadUpload } from './read-upload.ts'
import { RefusedFile } from './split-capture.ts'

export interface UploadTask extends Omit<Upload, 'files'> {
  readonly location: FilesLocation
}

export type UploadMessage =
  | { readonly kind: 'progress'; readonly progress: number }
  | { readonly kind: 'refused'; readonly status: RefusedFile['status']; readonly detail: string }
  | { readonly kind: 'read'; readonly read: ReadUpload }

/** Users can see a step of the progress bar of this size. */
const PROGRESS_STEP = 0.005

/** Reads an uploaded file, and sends how far it is and what is in it, or why it is refused. */
export const work: Work<UploadTask> = async ({ location, ...task }, postMessage) => {
  const post: (message: UploadMessage) => void = postMessage
  const files = await openFiles(location)
  let reported = 0
  try {
    const read = await readUpload({ ...task, files }, (progress) => {
      if (progress < reported + PROGRESS_STEP) return
      reported = progress
      post({ kind: 'progress', progress })
    })
    post({ kind: 'read', read })
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    post({ kind: 'refused', status: error.status, detail: error.message })
  } finally {
    files.close()
  }
}
