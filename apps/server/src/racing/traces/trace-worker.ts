import { parentPort, workerData } from 'node:worker_threads'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { nullable } from '@pitboard/contract/wire/schema'
import { openFiles } from '../../platform/files/open-files.ts'
import { createCaptureStore } from '../captures/capture-store.ts'
import { deriveSession } from '../sessions/store/derive-session.ts'
import { packTrace } from './pack-trace.ts'

export const TraceTask = Type.Object({
  location: Type.Object({ dataDir: Type.String(), s3Url: nullable(Type.String()) }),
  captureKey: Type.String(),
  /** The game's UID of the session. */
  uid: Type.String(),
})

const { location, captureKey, uid } = Value.Parse(TraceTask, workerData)
const files = await openFiles(location)
// Traces name no user.
const identity = { id: '', internalSessionId: 0, userId: '', userName: '' }
const derived = await deriveSession(createCaptureStore(files).read(captureKey), uid, identity)
files.close()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage((derived?.traces ?? []).map(packTrace))
