import { gzip } from '../../platform/http/compression.ts'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LiveSession } from '@pitboard/contract/live/live'
import { encodeDelta } from '@pitboard/contract/live/live-delta'
import type { LiveMessage } from '@pitboard/contract/live/live-protocol'
import type { Replay } from '@pitboard/contract/live/replay'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import { type RecordingIdentity } from '@pitboard/telemetry/session/document/session-detail'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import type { CapturedDatagram } from '../captures/capture-store.ts'
import { toLiveView } from '../live/live-view.ts'

/** Short enough that its messages are read in no time, long enough that snapshots cost little. */
const CHUNK_MS = 20_000
export const MANIFEST = 'replay.json'
export const UNFINISHED = '.unfinished'

/** Writes a replay as files; its folder is there once it is whole. Null where nothing was driven. */
export async function writeReplay(
  frames: AsyncIterable<ReplayFrame>,
  folder: string,
  version: string,
  onFrame: (frame: ReplayFrame) => void,
): Promise<Replay | null> {
  const unfinished = folder + UNFINISHED
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const laps: Replay['laps'] = []
  const events: Replay['events'] = []
  let chunk: [number, LiveMessage][] = []
  let chunks = 0
  let before: LiveSession | null = null
  let durationMs = 0

  async function close(): Promise<void> {
    if (chunk.length === 0) return
    const bytes = await gzip(JSON.stringify({ frames: chunk }))
    await writeFile(join(unfinished, `${chunks}.json.gz`), bytes)
    chunks += 1
    chunk = []
  }

  for await (const frame of frames) {
    const { atMs, state } = frame
    if (atMs >= (chunks + 1) * CHUNK_MS) await close()
    if (chunk.length === 0 || before === null) {
      chunk.push([atMs, { t: 'snapshot', v: state.version, state }])
    } else if (state !== before) {
      chunk.push([atMs, encodeDelta(before, state)])
    }
    mark(state, atMs, laps, events)
    before = state
    durationMs = atMs
    onFrame(frame)
  }
  await close()
  if (before === null) {
    await rm(unfinished, { recursive: true, force: true })
    return null
  }
  const replay: Replay = { version, durationMs, chunkMs: CHUNK_MS, chunks, laps, events }
  await writeFile(join(unfinished, MANIFEST), JSON.stringify(replay))
  await rm(folder, { recursive: true, force: true })
  await rename(unfinished, folder)
  return replay
}

function mark(
  { drivers, events: seen }: LiveSession,
  atMs: number,
  laps: Replay['laps'],
  events: Replay['events'],
): void {
  const lapNum = drivers.find(({ position }) => position === 1)?.currentLapNumber ?? 0
  if (lapNum > (laps.at(-1)?.lapNum ?? 0)) laps.push({ lapNum, atMs })
  const lastSeq = events.at(-1)?.seq ?? 0
  for (const { seq } of seen) if (seq > lastSeq) events.push({ seq, atMs })
}

const FRAME_MS = 200
/** Nobody waits for the end of a pause. */
const SILENCE_MAX_MS = 2_000

interface ReplayFrame {
  /** From the replay's beginning. */
  readonly atMs: number
  /** When it was recorded, Unix milliseconds. */
  readonly recordedAtMs: number
  /** Its version counts from 1; the same object as before where nothing came. */
  readonly state: LiveSession
}

/**
 * A session as its datagrams made it, one state for each `FRAME_MS`, and the last one. Between its
 * datagrams at most two seconds go by.
 */
export async function* readReplayFrames(
  datagrams: AsyncIterable<CapturedDatagram>,
  identity: RecordingIdentity,
): AsyncGenerator<ReplayFrame> {
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
    const sessionTimeMs = Math.round(tracked.order.timeMs)
    const view = toLiveView(null, detail, { sessionTimeMs, viewers: 0, receiving: true })
    isChanged = false
    state = { ...view, version: (state?.version ?? 0) + 1 }
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
