import assert from 'node:assert/strict'
import type { RecordedSession, SessionDetail } from '@pitboard/contract/sessions/session'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import { createTracker } from '@pitboard/telemetry/session/tracker'

const IDENTITY = {
  id: '01900000-0000-7000-8000-0000000000e1',
  internalSessionId: 1,
  userId: '01900000-0000-7000-8000-0000000000aa',
  userName: 'Marisol',
}

interface Sent {
  readonly atMs: number
  readonly bytes: Uint8Array
}

/** Returns the document that a server stores of what a simulated game sends. */
export function recordDrive(datagrams: Iterable<Sent>, startMs: number): RecordedSession {
  const ended: SessionDetail[] = []
  const tracker = createTracker({
    ended: (session) => ended.push(sessionDetail(session, IDENTITY)),
  })
  let lastMs = startMs
  for (const { atMs, bytes } of datagrams) {
    lastMs = startMs + atMs
    tracker.push(bytes, lastMs)
  }
  tracker.finish(lastMs)
  const [detail] = ended
  assert.ok(detail)
  return { ...detail, siblings: [], filled: [] }
}
