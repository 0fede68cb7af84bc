import { gzip } from '../../platform/http/compression.ts'
import { deleteStoredFiles, type FileStore } from '../../platform/files/file-store.ts'
import type { LiveSession } from '@pitboard/contract/live/live'
import { encodeDelta } from '@pitboard/contract/live/live-delta'
import type { Replay } from '@pitboard/contract/live/replay'
import { carsMomentOf } from '@pitboard/telemetry/session/document/cars-moment'
import { miniSectorsOf } from '@pitboard/telemetry/session/document/mini-sectors'
import { trackMarksOf } from '@pitboard/telemetry/session/document/track-marks'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import { type RecordingIdentity } from '@pitboard/telemetry/session/document/session-detail'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import type { CapturedDatagram } from '../captures/capture-format.ts'
import { toLiveView } from '../live/live-view.ts'
import { createTrackFill, type TrackLines } from '../outlines/compare-outlines.ts'
import { createTimeline } from '../live/timelines/timeline.ts'

const MANIFEST = 'replay.json'
/** A store may take long for each write. */
const WRITES_MAX = 8

/** Returns the key of a manifest. A replay with a manifest is whole. */
export function manifestKey(folder: string): string {
  return `${folder}/${MANIFEST}`
}

export function chunkKey(folder: string, chunk: number): string {
  return `${folder}/${chunk}.json.gz`
}

/** Writes a replay as files, the manifest last. Returns null where nothing was driven. */
export async function writeReplay(
  frames: AsyncIterable<ReplayFrame>,
  files: FileStore,
  folder: string,
  version: string,
  onFrame: (frame: ReplayFrame) => void,
): Promise<Replay | null> {
  const complete: [number: number, json: string][] = []
  const timeline = createTimeline({
    onChunk: (number, json) => complete.push([number, json]),
  })
  let before: LiveSession | null = null

  const writing: Promise<unknown>[] = []
  async function write(): Promise<void> {
    for (const [number, json] of complete.splice(0)) {
      const written = files.put(chunkKey(folder, number), await gzip(json))
      // The promise is awaited below.
      written.catch(() => {})
      writing.push(written)
      if (writing.length >= WRITES_MAX) await writing.shift()
    }
  }

  for await (const frame of frames) {
    const { atMs, state } = frame
    const delta = before && before !== state ? encodeDelta(before, state, atMs) : null
    timeline.add(atMs, state, delta && JSON.stringify(delta))
    await write()
    before = state
    onFrame(frame)
  }
  if (before === null) {
    await deleteStoredFiles(files, `${folder}/`)
    return null
  }
  complete.push([timeline.number(), timeline.unfinished()])
  await write()
  await Promise.all(writing)
  const replay = timeline.describe(version)
  await files.put(manifestKey(folder), Buffer.from(JSON.stringify(replay)))
  return replay
}

const FRAME_MS = 200
const PLAYED = { viewers: 0, receiving: true, recorderConnected: true }
/** Nobody waits for the end of a pause. */
const SILENCE_MAX_MS = 2_000

interface ReplayFrame {
  /** The time counts from the replay's beginning. */
  readonly atMs: number
  /** It was recorded at this time, in Unix milliseconds. */
  readonly recordedAtMs: number
  /** Its version counts from 1; the state is the same object as before where nothing arrived. */
  readonly state: LiveSession
}

/** The capture of a session does not have this. */
interface KnownOfSession {
  readonly track: TrackLines | null
  /** It can depend on the earlier sessions of the weekend. */
  readonly raceKind: LiveSession['raceKind'] | null
}

/**
 * Yields a session as its datagrams made it: one state for each `FRAME_MS`, and the last one. At most two
 * seconds pass between its datagrams.
 */
export async function* readReplayFrames(
  datagrams: AsyncIterable<CapturedDatagram>,
  identity: RecordingIdentity,
  { track, raceKind }: KnownOfSession,
): AsyncGenerator<ReplayFrame> {
  const fill = createTrackFill(track)
  let session: TrackedSession | null = null
  const tracker = createTracker({
    opened(opened) {
      session = opened
    },
  })
  const current = (): TrackedSession | null => session
  let state: LiveSession | null = null
  let isChanged = false
  let atMs = 0
  let nextMs = 0
  let lastMs: number | null = null

  function read(): LiveSession | null {
    const tracked = current()
    if (tracked === null || (state !== null && !isChanged)) return state
    const detail = sessionDetail(tracked, identity)
    const marks = trackMarksOf(tracked)
    const lines = fill({ trackOutline: detail.trackOutline, pitLane: marks.pitLane })
    const view = toLiveView(null, detail, {
      ...carsMomentOf(tracked),
      ...PLAYED,
      miniSectors: miniSectorsOf(tracked),
      marks: { ...marks, ...lines },
    })
    isChanged = false
    const version = (state?.version ?? 0) + 1
    state = { ...view, raceKind: raceKind ?? view.raceKind ?? null, version }
    return state
  }

  for await (const { atMs: recordedAtMs, bytes } of datagrams) {
    if (lastMs !== null) {
      const stepMs = Math.min(Math.max(0, recordedAtMs - lastMs), SILENCE_MAX_MS)
      // Before there is a session nothing can be shown.
      if (current() !== null) atMs += stepMs
      for (; nextMs < atMs; nextMs += FRAME_MS) {
        const seen = read()
        if (seen) yield { atMs: nextMs, recordedAtMs: lastMs, state: seen }
      }
      tracker.tick(recordedAtMs)
    }
    tracker.push(bytes, recordedAtMs)
    isChanged = true
    // Datagrams can be stamped before those that they follow.
    lastMs = Math.max(lastMs ?? recordedAtMs, recordedAtMs)
  }
  if (lastMs === null) return
  tracker.finish(lastMs)
  isChanged = true
  const seen = read()
  if (seen) yield { atMs: nextMs, recordedAtMs: lastMs, state: seen }
}
