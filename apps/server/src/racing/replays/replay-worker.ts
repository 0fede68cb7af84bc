import type { LiveSession } from '@pitboard/contract/live/live'
import type { RecordingIdentity } from '@pitboard/telemetry/session/document/session-detail'
import { createCaptureStore } from '../captures/capture-store.ts'
import { type FilesLocation, openFiles } from '../../platform/files/open-files.ts'
import type { Work } from '../../platform/jobs/worker-thread.ts'
import { readReplayFrames, writeReplay } from './write-replay.ts'

export interface ReplayTask {
  readonly location: FilesLocation
  readonly captureKey: string
  readonly folder: string
  readonly version: string
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly knownTrack: Pick<LiveSession, 'trackOutline' | 'pitLane'> | null
  readonly raceKind: 'sprint' | 'main' | null
  readonly identity: RecordingIdentity
}

const FRAMES_PER_REPORT = 500

/** Writes the replay of a capture into its folder, and sends how far it is. */
export const work: Work<ReplayTask> = async (task, post) => {
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
