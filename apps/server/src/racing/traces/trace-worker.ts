import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { nullable } from '@pitboard/contract/wire/schema'
import { openFiles } from '../../platform/files/open-files.ts'
import type { Work } from '../../platform/jobs/worker-thread.ts'
import { createCaptureStore } from '../captures/capture-store.ts'
import { deriveSession } from '../sessions/store/derive-session.ts'
import { packTrace } from './pack-trace.ts'

export const TraceTask = Type.Object({
  location: Type.Object({ dataDir: Type.String(), s3Url: nullable(Type.String()) }),
  captureKey: Type.String(),
  /** The game's UID of the session. */
  uid: Type.String(),
})

/** Sends the traces of all laps of a capture. */
export const work: Work = async (task, post) => {
  const { location, captureKey, uid } = Value.Parse(TraceTask, task)
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
