import { parentPort, workerData } from 'node:worker_threads'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { LiveSession } from '@pitboard/contract/live/live'
import { nullable } from '@pitboard/contract/wire/schema'
import { createCaptureStore } from '../captures/capture-store.ts'
import { openFiles } from '../../platform/files/open-files.ts'
import { readReplayFrames } from './write-replay.ts'
import { writeReplay } from './write-replay.ts'

export const ReplayTask = Type.Object({
  location: Type.Object({ dataDir: Type.String(), s3Url: nullable(Type.String()) }),
  captureKey: Type.String(),
  folder: Type.String(),
  version: Type.String(),
  startedAtMs: Type.Number(),
  endedAtMs: Type.Number(),
  knownTrack: nullable(
    Type.Object({
      trackOutline: LiveSession.properties.trackOutline,
      pitLane: LiveSession.properties.pitLane,
    }),
  ),
  raceKind: nullable(Type.Enum(['sprint', 'main'])),
  identity: Type.Object({
    id: Type.String(),
    internalSessionId: Type.Integer(),
    userId: Type.String(),
    userName: Type.String(),
  }),
})

const FRAMES_PER_REPORT = 500

const task = Value.Parse(ReplayTask, workerData)
const { location, captureKey, folder, version, startedAtMs, endedAtMs, identity } = task
const known = { track: task.knownTrack, raceKind: task.raceKind }
const spanMs = Math.max(1, endedAtMs - startedAtMs)
let count = 0
const files = await openFiles(location)
const datagrams = createCaptureStore(files).read(captureKey)
const replay = await writeReplay(
  readReplayFrames(datagrams, identity, known),
  files,
  folder,
  version,
  ({ recordedAtMs }) => {
    if (count++ % FRAMES_PER_REPORT > 0) return
    const progress = Math.min(0.99, Math.max(0, (recordedAtMs - startedAtMs) / spanMs))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    parentPort?.postMessage({ progress })
  },
)
files.close()
if (replay === null) throw new Error(`The capture ${captureKey} holds no session.`)
