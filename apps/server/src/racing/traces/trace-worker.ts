import { type FilesLocation, openFiles } from '../../platform/files/open-files.ts'
import type { Work } from '../../platform/jobs/worker-thread.ts'
import { createCaptureStore } from '../captures/capture-store.ts'
import { deriveSession } from '../sessions/store/derive-session.ts'
import { packTrace } from './pack-trace.ts'

export interface TraceTask {
  readonly location: FilesLocation
  readonly captureKey: string
  /** It is the UID that the game sends. */
  readonly uid: string
}

/** Sends the traces of all laps of a capture. */
export const work: Work<TraceTask> = async ({ location, captureKey, uid }, post) => {
  const files = await openFiles(location)
  try {
    // Traces name no user.
    const identity = { id: '', internalSessionId: 0, userId: '', userName: '' }
    const derived = await deriveSession(createCaptureStore(files).read(captureKey), uid, identity)
    post((derived?.traces ?? []).map(packTrace))
  } finally {
    files.close()
  }
}
