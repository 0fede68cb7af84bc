import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { LiveSession } from '@pitboard/contract/live/live'
import { nullable } from '@pitboard/contract/wire/schema'
import { createCaptureStore } from '../captures/capture-store.ts'
import { openFiles } from '../../platform/files/open-files.ts'
import type { Work } from '../../platform/jobs/worker-thread.ts'
import { readReplayFrames, writeReplay } from './write-replay.ts'

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

/** Writes the replay of a capture into its folder, and sends how far it is. */
export const work: Work = async (order, post) => {
  const task = Value.Parse(ReplayTask, order)
  const { location, captureKey, folder, version, startedAtMs, endedAtMs, identity } = task
  const known = { track: task.knownTrack, raceKind: task.raceKind }
  const spanMs = Math.max(1, endedAtMs - startedAtMs)
  let count = 0
  const files = await openFiles(location)
  try {
    const datagrams = createCaptureStore(files).read(captureKey)
    const replay = await writeReplay(
      readReplayFrames(datagrams, identity, known),
      files,
      folder,
      version,
      ({ recordedAtMs }) => {
        if (count++ % FRAMES_PER_REPORT > 0) return
        post({ progress: Math.min(0.99, Math.max(0, (recordedAtMs - startedAtMs) / spanMs)) })
      },
    )
    if (replay === null) throw new Error(`The capture ${captureKey} holds no session.`)
  } finally {
    files.close()
  }
}
