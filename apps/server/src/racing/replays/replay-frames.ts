import type { LiveSession } from '@pitboard/contract/live'
import { sessionDetail, type Identity } from '@pitboard/telemetry/session/document/session-detail'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import type { CapturedDatagram } from '../captures/capture-store.ts'
import { liveView } from '../live/live-view.ts'

const FRAME_MS = 200
/** Nobody waits for the end of a pause. */
const SILENCE_MAX_MS = 2_000

export interface ReplayFrame {
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
export async function* replayFrames(
  datagrams: AsyncIterable<CapturedDatagram>,
  identity: Identity,
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
    const view = liveView(null, detail, { sessionTimeMs, viewers: 0, receiving: true })
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
