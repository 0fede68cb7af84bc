import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { trackMarksOf } from '@pitboard/telemetry/session/document/track-marks'
import {
  sessionDetail,
  type RecordingIdentity,
} from '@pitboard/telemetry/session/document/session-detail'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CapturedDatagram } from '../../captures/capture-format.ts'
import { createSessionTraces, type SessionTraces } from '@pitboard/telemetry/traces/session-traces'
import type { TracedLap } from '@pitboard/telemetry/traces/traced-lap'

/** This many datagrams are taken before other work gets its turn. */
const TAKE_AT_ONCE = 2_000

export interface DerivedSession {
  readonly detail: SessionDetail
  /** This session has shown the pit lane like this, for the outline of the track. */
  readonly pitLane: SessionDetail['trackOutline']
  readonly traces: readonly TracedLap[]
}

/**
 * Returns what today's rules make of a session's datagrams; undefined where they hold no finished session of this UID
 * of the game.
 */
export async function deriveSession(
  datagrams: AsyncIterable<CapturedDatagram>,
  uid: string,
  identity: RecordingIdentity,
): Promise<DerivedSession | undefined> {
  let derived: DerivedSession | undefined
  const traces = new Map<TrackedSession, SessionTraces>()
  const tracker = createTracker({
    opened: (session) => traces.set(session, traces.get(session) ?? createSessionTraces()),
    ended(session) {
      if (session.status === 'aborted' || !session.uids.includes(uid)) {
        traces.delete(session)
        return
      }
      const detail = sessionDetail(session, identity)
      derived = {
        detail,
        pitLane: trackMarksOf(session).pitLane,
        traces: traces.get(session)?.finish(session, detail) ?? [],
      }
    },
  })
  let lastMs = 0
  let taken = 0
  for await (const { atMs, bytes } of datagrams) {
    // The server looks for a long silence while nothing comes, and not when it is over.
    if (taken > 0) tracker.tick(atMs)
    const session = tracker.push(bytes, atMs)
    if (session) traces.get(session)?.push(session, bytes, atMs)
    lastMs = atMs
    if (++taken % TAKE_AT_ONCE === 0) await yieldToEventLoop()
  }
  tracker.finish(lastMs)
  return derived && derived.detail.drivers.length > 0 ? derived : undefined
}
